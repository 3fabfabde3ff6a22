import { execFile, spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** How a program of a language is run: the file it is saved as, and the command with its arguments. */
interface Runtime {
  readonly file: string;
  readonly command: readonly [string, ...string[]];
  /** What has to be there for it. */
  readonly needs: readonly string[];
}

const runtimes: Readonly<Record<string, Runtime>> = {
  curl: { file: "start.sh", command: ["sh", "start.sh"], needs: ["sh", "curl", "openssl"] },
  typescript: { file: "start.mts", command: [process.execPath, "start.mts"], needs: [] },
  python: { file: "start.py", command: ["python3", "start.py"], needs: ["python3"] },
  php: { file: "start.php", command: ["php", "start.php"], needs: ["php"] },
  java: { file: "Start.java", command: ["java", "Start.java"], needs: ["java", "javac"] },
  go: { file: "start.go", command: ["go", "run", "start.go"], needs: ["go"] },
};

const runtimeOf = (language: string): Runtime => {
  const found = runtimes[language];
  if (!found) throw new Error(`no way is known to run ${language}`);
  return found;
};

async function isThere(command: string): Promise<boolean> {
  try {
    await run("sh", ["-c", `command -v ${command}`]);
    return true;
  } catch {
    return false;
  }
}

/** Programs that a language needs and this machine lacks; said aloud, since its samples are then not run. */
export async function missingFor(language: string): Promise<readonly string[]> {
  const needs = await Promise.all(runtimeOf(language).needs.map(async (name) => ((await isThere(name)) ? [] : [name])));
  const missing = needs.flat();
  if (missing.length > 0) process.stderr.write(`\nNOT RUN: the ${language} samples, ${missing.join(", ")} missing\n`);
  return missing;
}

export interface Running {
  readonly code: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Told each line of what is printed. */
  readonly onLine?: (line: string) => void;
}

/** Saves a program and runs it as a reader would; answers with the lines that it printed. */
export async function runProgram(language: string, { code, environment, onLine }: Running): Promise<string[]> {
  const { file, command } = runtimeOf(language);
  const folder = await mkdtemp(path.join(tmpdir(), "sample-"));
  try {
    await writeFile(path.join(folder, file), code);
    const [name, ...rest] = command;
    const child = spawn(name, rest, { cwd: folder, env: { ...process.env, ...environment } });
    let printed = "";
    let complained = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      const before = printed.split("\n").length - 1;
      printed += text;
      for (const line of printed.split("\n").slice(before, -1)) onLine?.(line);
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      complained += text;
    });
    const ended = await new Promise<number | null>((resolve, reject) => {
      child.once("error", reject);
      child.once("close", resolve);
    });
    if (ended !== 0) throw new Error(`${language} ended with ${ended}: ${printed}\n${complained}`);
    return printed.trim().split("\n");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
