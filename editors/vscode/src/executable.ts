// Which `ars` is started, and what is said where there is none.
import { execFile } from "node:child_process";
import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { delimiter, isAbsolute, join } from "node:path";
import * as vscode from "vscode";

/** A program with the arguments that the writer's render has. */
export interface Ars {
  readonly path: string;
  readonly options: readonly string[];
}

/** Why `ars` cannot be started: what to say, and what to do. */
export class NotStarted extends Error {
  constructor(
    message: string,
    readonly install: string,
  ) {
    super(message);
  }
}

const WINDOWS = process.platform === "win32";
const NAMES = WINDOWS ? ["ars.exe", "ars.cmd", "ars.bat"] : ["ars"];
// As docs/install.md says; a test holds the two to one another.
const INSTALL = 'pip install "path/to/ars-pandoc[lsp,desk]"';

/** Return the program of a folder: the one that is set, else that of its `.venv`, else of PATH. */
export async function findArs(folder: vscode.Uri | undefined): Promise<Ars> {
  const settings = vscode.workspace.getConfiguration("ars", folder);
  const options = settings.get<string[]>("arguments", []);
  const wanted = settings.get<string>("path", "").trim();
  const root = folder?.fsPath;
  if (wanted !== "") {
    const path = expanded(wanted, root);
    if (await isExecutable(path)) {
      return { path, options };
    }
    throw new NotStarted(`ars.path names ${path}, which is no program.`, INSTALL);
  }
  for (const path of candidates(root)) {
    if (await isExecutable(path)) {
      return { path, options };
    }
  }
  throw new NotStarted(
    "The program ars was not found, neither in a .venv of this folder nor on your PATH. " +
      `Install it with ${INSTALL}, or name it in the setting ars.path.`,
    INSTALL,
  );
}

/** Start the server once without an editor: it says itself what it lacks. */
export async function checkServer(ars: Ars, folder: string | undefined): Promise<void> {
  const said = await new Promise<string | undefined>((resolve) => {
    const child = execFile(
      ars.path,
      ["lsp", ...ars.options],
      { cwd: folder, timeout: 30_000 },
      (error, _stdout, stderr) => {
        resolve(error === null ? undefined : stderr.trim() || error.message);
      },
    );
    child.stdin?.end();
  });
  if (said !== undefined) {
    throw new NotStarted(`ars lsp cannot start: ${said}`, INSTALL);
  }
}

function candidates(root: string | undefined): string[] {
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  // A folder that is not trusted is not asked for programs.
  if (root !== undefined && vscode.workspace.isTrusted) {
    folders.unshift(join(root, ".venv", WINDOWS ? "Scripts" : "bin"));
  }
  return folders
    .filter((folder) => isAbsolute(folder))
    .flatMap((folder) => NAMES.map((name) => join(folder, name)));
}

function expanded(path: string, root: string | undefined): string {
  const home = process.env["HOME"] ?? process.env["USERPROFILE"] ?? "~";
  const named = path.replace(/^~(?=[/\\])/, home).replace("${workspaceFolder}", root ?? "");
  return isAbsolute(named) || root === undefined ? named : join(root, named);
}

async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
