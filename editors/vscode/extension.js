// The client of `hexa lsp`: starts the server, shows verdicts and explanations, and keeps a panel with the state at the cursor.
"use strict";
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");
const { StatePanel } = require("./panel.js");

let client;
let output;

function settings() {
  const chosen = vscode.workspace.getConfiguration("hexa");
  return {
    check: chosen.get("check"),
    seconds: chosen.get("seconds"),
    verdicts: chosen.get("verdicts"),
    // Explanations are shown in a channel of their own.
    messages: false,
  };
}

async function start(panel) {
  const chosen = vscode.workspace.getConfiguration("hexa");
  const program = chosen.get("program");
  const server = { command: program, args: ["lsp", ...chosen.get("arguments")] };
  client = new LanguageClient("hexa", "Hexa", server, {
    documentSelector: [{ language: "hexa" }],
    initializationOptions: settings(),
    middleware: {
      executeCommand: async (command, args, next) => {
        const text = await next(command, args);
        if (typeof text === "string") {
          output.clear();
          output.append(text);
          output.show(true);
        }
        return text;
      },
    },
  });
  client.onNotification("hexa/judged", () => panel.refresh());
  try {
    await client.start();
  } catch (error) {
    vscode.window.showErrorMessage(
      `Hexa: \`${program} lsp\` could not be started (${error.message}). Install hexa, or set hexa.program to its path.`
    );
  }
}

async function stop() {
  const running = client;
  client = undefined;
  await running?.stop();
}

async function activate(context) {
  output = vscode.window.createOutputChannel("Hexa: explanations");
  const panel = new StatePanel((params) => client?.sendRequest("hexa/state", params));
  context.subscriptions.push(
    output,
    panel,
    vscode.commands.registerCommand("hexa.showState", () => panel.show()),
    vscode.commands.registerCommand("hexa.pinState", () => panel.pin()),
    vscode.commands.registerCommand("hexa.restart", async () => {
      await stop();
      await start(panel);
    }),
    vscode.window.onDidChangeTextEditorSelection(() => panel.refresh()),
    vscode.workspace.onDidChangeTextDocument(() => panel.markAsOld())
  );
  await start(panel);
}

module.exports = { activate, deactivate: stop };
