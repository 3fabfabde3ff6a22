import { execFileSync } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";

const root = resolve(import.meta.dirname, "../..");

/** A copy of the working tree in which controls may be taken out. */
export interface Tree {
  readonly path: string;
  /** Replaces a text that occurs once; answers how to put the file back. */
  edit(file: string, find: string, replace: string): Promise<() => Promise<void>>;
  remove(): Promise<void>;
}

/** How often a text occurs in another. */
export const occurrences = (text: string, part: string): number => text.split(part).length - 1;

/** Copies what git knows or would add, and links the installed packages. */
export async function copyTree(): Promise<Tree> {
  const path = await realpath(await mkdtemp(join(tmpdir(), "countinghouse-mutants-")));
  const remove = () => rm(path, { recursive: true, force: true });
  try {
    for (const file of filesOfTree()) {
      await mkdir(join(path, dirname(file)), { recursive: true });
      await cp(join(root, file), join(path, file)).catch(unlessDeleted);
    }
    await linkPackages(path);
  } catch (error) {
    await remove();
    throw error;
  }
  return { path, remove, edit: (file, find, replace) => edit(join(path, file), find, replace) };
}

const filesOfTree = (): string[] =>
  execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { cwd: root, encoding: "utf8" })
    .split("\n")
    .filter((file) => file !== "");

/** Git lists a file until its removal is committed. */
function unlessDeleted(error: NodeJS.ErrnoException): void {
  if (error.code !== "ENOENT") throw error;
}

/** A folder of links: a link to the whole folder would lead our own packages back to the tree that is not to be changed. */
async function linkPackages(path: string): Promise<void> {
  const installed = join(root, "node_modules");
  const own = join(path, "node_modules", "@countinghouse");
  await mkdir(own, { recursive: true });
  for (const name of await readdir(installed)) {
    if (name.startsWith(".") || name === "@countinghouse") continue;
    await symlink(join(installed, name), join(path, "node_modules", name));
  }
  for (const folder of ["apps", "packages"])
    for (const name of await readdir(join(path, folder))) await symlink(join(path, folder, name), join(own, name));
}

async function edit(file: string, find: string, replace: string): Promise<() => Promise<void>> {
  const text = await readFile(file, "utf8");
  const found = occurrences(text, find);
  if (found !== 1) throw new Error(`${file}: the text to replace occurs ${found} times: ${find}`);
  await writeFile(
    file,
    text.replace(find, () => replace),
  );
  return () => writeFile(file, text);
}
