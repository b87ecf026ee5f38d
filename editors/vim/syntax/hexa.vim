" Syntax of files of Hexa. A test of the project writes it from the words of the language.
if exists('b:current_syntax')
  finish
endif

" Words end before `_`, as in `K_anne`.
syntax iskeyword @,48-57,192-255,'

syntax match hexaOperator "[~¬&∧|∨→↔∀∃∈∪∩≔≠≤≥?!;:=<>+^*⟨⟩-]"
syntax match hexaConstant "[⊤⊥]"
syntax match hexaNumber "\<\d\+\>"
syntax match hexaTheory "\%(_\)\@1<!\<\%(atleast\|atleast33\|atmost\|atmost33\|deals\|deals33\|dontknow\|dontknowany\|dontknownot\|dontknownot33\|dontknowother\|dontknowother33\|dontknowthat\|dontknowthat33\|dontsee\|dontsee33\|dontseeall\|dontseedeal\|exactly\|exactly33\|kgames\|prekgames\|see\|see33\|seeall\|seedeal\|seedontknow\)\>_\@!"
syntax match hexaPart "\<\%(by\|facedown\|from\|to\|weight\|which\)\>\%(\s\+\S\)\@="
syntax match hexaAction "\<\%(announce\|ask\|fix\|lie\|look\|nowin\|privately\|tell\|trade\|win\)\>\%(\s\+\S\)\@="
syntax match hexaAction "\<\%(announce\|deal\|nowin\)(\@="
syntax match hexaReserved "\<\%(agents\|all\|cards\|choice\|count\|deals\|exists\|for\|forall\|holders\|in\|initial\|seq\|size\|skip\|sub\|where\)\>_\@!"
syntax match hexaConstant "\<\%(false\|true\)\>"
syntax match hexaKnowledge "\<\%(Kw\|[KBMECDPLUS]\|win\|hand\)_\@="
syntax match hexaPart ",\@1<=\s*\%(chance\|otherwise\|post\|pre\)\>\s\@="
syntax match hexaPart ":\@1<=\s*\%(no\|say\|show\|tell\|chance\|otherwise\|post\|pre\)\>(\@!"
syntax match hexaClause "=\@1<=\s*\%(atoms\|deal\|hypercube\|model\)\>(\@!"
syntax match hexaClause "^\s\+\%(arrows\|ask\|atoms\|cells\|deal\|event\|hypercube\|law\|model\|observe\|point\|world\|chance\|otherwise\|post\|pre\)\>(\@!"
syntax match hexaStatement "^\%(action\|agents\|announce\|atoms\|check\|claim\|deal\|do\|draw\|expect\|formula\|frame\|hypercube\|include\|law\|lie\|model\|observe\|param\|point\|print\|privately\|refute\|restore\|save\|scenario\|set\|state\|table\|tell\|win\)\>" nextgroup=hexaNothing
syntax match hexaPart "\%(^check\s\+\)\@<=\%(blocked\|executable\|valid\)\>"
syntax match hexaPart "\%(^expect\s\+\)\@<=\%(bisimilar\|classes\|different\|game\|isomorphic\|minimal\|nogame\|nontrivial\|outcomes\|similar\|trivial\|worlds\)\>"
syntax match hexaPart "\%(^print\s\+\)\@<=\%(classes\|knowledge\|minimal\|state\|worlds\)\>"
syntax match hexaPart "\%(^win\s\+\)\@<=\%(deal\|hand\|table\)\>"
syntax match hexaName "\%(^\%(frame\|param\|restore\|save\|set\|state\|table\)\s\+\)\@<=\k\+"
syntax match hexaConstant "\%(^restore\s\+\)\@<=initial\>"
syntax match hexaFunction "\%(^\%(action\|formula\)\s\+\)\@<=\k\+"
syntax region hexaString start=+"+ end=+"+ oneline contains=@Spell
syntax match hexaComment "#.*$" contains=@Spell

highlight default link hexaOperator Operator
highlight default link hexaConstant Boolean
highlight default link hexaNumber Number
highlight default link hexaTheory Constant
highlight default link hexaPart Keyword
highlight default link hexaAction Special
highlight default link hexaReserved Keyword
highlight default link hexaKnowledge PreProc
highlight default link hexaClause Statement
highlight default link hexaStatement Statement
highlight default link hexaName Type
highlight default link hexaFunction Function
highlight default link hexaString String
highlight default link hexaComment Comment

let b:current_syntax = 'hexa'
