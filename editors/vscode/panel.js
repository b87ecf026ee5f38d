// The panel with the state at the cursor. While a new state is computed, the last one stays, marked as old: a panel that goes
// blank at every key is no help. It can be pinned to a place.
"use strict";
const vscode = require("vscode");

const WAIT = 100;

class StatePanel {
  constructor(ask) {
    this.ask = ask;
    this.shown = undefined;
    this.pinned = undefined;
    this.asked = 0;
    this.timer = undefined;
  }

  show() {
    if (this.shown) {
      this.shown.reveal(undefined, true);
    } else {
      const column = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
      this.shown = vscode.window.createWebviewPanel("hexa.state", "State", column, {});
      this.shown.onDidDispose(() => {
        this.shown = undefined;
        this.pinned = undefined;
      });
    }
    this.refresh();
  }

  pin() {
    this.pinned = this.pinned ? undefined : this.cursor();
    this.show();
  }

  markAsOld() {
    if (this.last) {
      this.write(this.last, true);
    }
  }

  cursor() {
    const editor = vscode.window.activeTextEditor;
    if (editor?.document.languageId !== "hexa") {
      return undefined;
    }
    const { line, character } = editor.selection.active;
    return { textDocument: { uri: editor.document.uri.toString() }, position: { line, character } };
  }

  refresh() {
    clearTimeout(this.timer);
    if (this.shown) {
      this.timer = setTimeout(() => this.update(), WAIT);
    }
  }

  async update() {
    const place = this.pinned ?? this.cursor();
    if (!place) {
      return;
    }
    const number = ++this.asked;
    try {
      const state = await this.ask(place);
      if (state && number === this.asked) {
        this.last = state;
        this.write(state, false);
      }
    } catch {
      // The text has changed, or another state was asked for: that one will come.
    }
  }

  write(state, isOld) {
    if (!this.shown) {
      return;
    }
    const escape = (text) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
    const problem = state.problem ? `<p class="problem">${escape(state.problem)}</p>` : "";
    // Pictures are made by the server, as SVG without scripts; the policy lets none run in any case.
    const picture = state.picture ? state.picture.slice(state.picture.indexOf("<svg")) : "";
    const scenario = state.scenario ? `${escape(state.scenario)}: ` : "";
    const pinned = this.pinned ? " (pinned)" : "";
    this.shown.webview.html = `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<style>
  body { font-family: var(--vscode-font-family); }
  pre { font-family: var(--vscode-editor-font-family); white-space: pre-wrap; }
  .old { opacity: 0.5; }
  .picture { background: white; color: black; padding: 8px; overflow: auto; }
  .problem { color: var(--vscode-errorForeground); }
</style></head>
<body class="${isOld ? "old" : ""}"><h3>${scenario}${escape(state.title)}${pinned}</h3>
${problem}${picture ? `<div class="picture">${picture}</div>` : ""}<pre>${escape(state.text)}</pre></body></html>`;
  }

  dispose() {
    clearTimeout(this.timer);
    this.shown?.dispose();
  }
}

module.exports = { StatePanel };
