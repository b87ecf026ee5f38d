;;; hexa-mode.el --- Files of Hexa -*- lexical-binding: t -*-

;; A test of the project writes this file, from the words of the language.

;;; Commentary:

;; Colours, comments and indentation for files of Hexa, and the language server `hexa lsp' for Eglot, which comes with
;; Emacs 29.  C-c C-s shows the state at the cursor.

;;; Code:

(require 'seq)

(defvar hexa-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?# "<" table)
    (modify-syntax-entry ?\n ">" table)
    (modify-syntax-entry ?\" "\"" table)
    (modify-syntax-entry ?\' "w" table)
    ;; Words end before `_', as in `K_anne'.
    (modify-syntax-entry ?_ "." table)
    (dolist (operator '(?~ ?& ?| ?? ?! ?= ?< ?> ?+ ?- ?* ?^ ?/))
      (modify-syntax-entry operator "." table))
    table)
  "Which characters are what in files of Hexa.")

(defconst hexa-font-lock-keywords
  '(("^\\(action\\|formula\\)\\s-+\\(\\w+\\)"
     (1 font-lock-keyword-face) (2 font-lock-function-name-face))
    ("^restore\\s-+\\(initial\\)\\>" (1 font-lock-constant-face))
    ("^\\(frame\\|param\\|restore\\|save\\|set\\|state\\|table\\)\\s-+\\(\\w+\\)"
     (1 font-lock-keyword-face) (2 font-lock-type-face))
    ("^check\\s-+\\(blocked\\|executable\\|valid\\)\\>" (1 font-lock-builtin-face))
    ("^expect\\s-+\\(bisimilar\\|classes\\|different\\|game\\|isomorphic\\|minimal\\|nogame\\|nontrivial\\|outcomes\\|similar\\|trivial\\|worlds\\)\\>" (1 font-lock-builtin-face))
    ("^print\\s-+\\(classes\\|knowledge\\|minimal\\|state\\|worlds\\)\\>" (1 font-lock-builtin-face))
    ("^win\\s-+\\(deal\\|hand\\|table\\)\\>" (1 font-lock-builtin-face))
    ("^\\(action\\|agents\\|announce\\|atoms\\|check\\|claim\\|deal\\|do\\|draw\\|expect\\|formula\\|frame\\|hypercube\\|include\\|law\\|lie\\|model\\|observe\\|param\\|point\\|print\\|privately\\|refute\\|restore\\|save\\|scenario\\|set\\|state\\|table\\|tell\\|win\\)\\>" (1 font-lock-keyword-face))
    ("^\\s-+\\(arrows\\|ask\\|atoms\\|cells\\|deal\\|event\\|hypercube\\|law\\|model\\|observe\\|point\\|world\\|chance\\|otherwise\\|post\\|pre\\)\\>[^(]" (1 font-lock-keyword-face))
    ("=\\s-*\\(atoms\\|deal\\|hypercube\\|model\\)\\>\\(?:[^(]\\|$\\)" (1 font-lock-keyword-face))
    (":\\s-*\\(no\\|say\\|show\\|tell\\|chance\\|otherwise\\|post\\|pre\\)\\>\\(?:[^(]\\|$\\)" (1 font-lock-builtin-face))
    (",\\s-*\\(chance\\|otherwise\\|post\\|pre\\)\\>\\s-" (1 font-lock-builtin-face))
    ("\\<\\(Kw\\|[KBMECDPLUS]\\|win\\|hand\\)_" (1 font-lock-preprocessor-face))
    ("\\<\\(announce\\|deal\\|nowin\\)(" (1 font-lock-builtin-face))
    ("\\<\\(false\\|true\\)\\>" (1 font-lock-constant-face))
    ("\\<\\(agents\\|all\\|cards\\|choice\\|count\\|deals\\|exists\\|for\\|forall\\|holders\\|in\\|initial\\|seq\\|size\\|skip\\|sub\\|where\\)\\>" (1 font-lock-builtin-face))
    ("\\<\\(announce\\|ask\\|fix\\|lie\\|look\\|nowin\\|privately\\|tell\\|trade\\|win\\)\\>\\s-+\\S-" (1 font-lock-builtin-face))
    ("\\<\\(by\\|facedown\\|from\\|to\\|weight\\|which\\)\\>\\s-+\\S-" (1 font-lock-builtin-face))
    ("\\<\\(atleast\\|atleast33\\|atmost\\|atmost33\\|deals\\|deals33\\|dontknow\\|dontknowany\\|dontknownot\\|dontknownot33\\|dontknowother\\|dontknowother33\\|dontknowthat\\|dontknowthat33\\|dontsee\\|dontsee33\\|dontseeall\\|dontseedeal\\|exactly\\|exactly33\\|kgames\\|prekgames\\|see\\|see33\\|seeall\\|seedeal\\|seedontknow\\)\\>" (1 font-lock-constant-face)))
  "What is coloured in files of Hexa.")

;;;###autoload
(define-derived-mode hexa-mode prog-mode "Hexa"
  "Files of Hexa."
  (setq-local comment-start "# ")
  (setq-local comment-start-skip "#+\\s-*")
  (setq-local indent-tabs-mode nil)
  (setq-local indent-line-function #'indent-relative)
  (setq-local font-lock-defaults '(hexa-font-lock-keywords)))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.hexa\\'" . hexa-mode))

(defvar eglot-server-programs)
(declare-function eglot-current-server "eglot")
(declare-function jsonrpc-request "jsonrpc")
(declare-function eglot--TextDocumentPositionParams "eglot")

(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs
               '(hexa-mode . ("hexa" "lsp" :initializationOptions (:verdicts "hint")))))

(defun hexa-state ()
  "Show the state at the cursor."
  (interactive)
  (let* ((server (or (eglot-current-server) (user-error "No server: M-x eglot starts it")))
         (state (jsonrpc-request server :hexa/state (eglot--TextDocumentPositionParams))))
    (with-help-window "*Hexa state*"
      (princ (format "%s\n\n%s" (plist-get state :title)
                     (or (plist-get state :problem) (plist-get state :text)))))))

(define-key hexa-mode-map (kbd "C-c C-s") #'hexa-state)

(provide 'hexa-mode)
;;; hexa-mode.el ends here
