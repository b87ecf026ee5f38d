autocmd BufNewFile,BufRead *.hexa setfiletype hexa
