import { mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { folderFiles } from "./folder-files.ts";

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "file-store-"));
});

afterEach(() => rm(directory, { recursive: true }));

async function* pieces(...texts: string[]) {
  for (const piece of texts) yield Buffer.from(piece);
}

describe("folderFiles", () => {
  test("stores a file and answers its size and SHA-256", async () => {
    const files = folderFiles(directory);
    const stored = await files.put("exports/run_1.csv", pieces("ab", "c"));
    expect(stored).toEqual({ bytes: 3, checksum: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" });
    const read = await files.read("exports/run_1.csv");
    expect(read?.bytes).toBe(3);
    expect(read && (await text(read.content))).toBe("abc");
  });

  test("leaves nothing behind of a file that could not be made whole", async () => {
    async function* broken() {
      yield Buffer.from("half");
      throw new Error("broken");
    }
    const files = folderFiles(directory);
    await expect(files.put("exports/run_2.csv", broken())).rejects.toThrow("broken");
    expect(await readdir(join(directory, "exports"))).toEqual([]);
    expect(await files.read("exports/run_2.csv")).toBeUndefined();
  });

  test.each([
    "../secret",
    "exports/../../secret",
    "/etc/passwd",
    "exports/a/b.csv",
    "exports/.htaccess",
    "exports/a\u0000.csv",
    "EXPORTS/a.csv",
  ])("refuses the name %j", async (name) => {
    const files = folderFiles(directory);
    await expect(async () => files.read(name)).rejects.toThrow("no name");
    await expect(async () => files.put(name, pieces("x"))).rejects.toThrow("no name");
  });

  test("removes a file once and again", async () => {
    const files = folderFiles(directory);
    await files.put("exports/a.csv", pieces("x"));
    await files.remove("exports/a.csv");
    await files.remove("exports/a.csv");
    expect(await files.read("exports/a.csv")).toBeUndefined();
  });
});

describe("removeUnfinished", () => {
  test("removes drafts older than a day and nothing else", async () => {
    await folderFiles(directory).put("exports/a.csv", pieces("x"));
    for (const name of ["old.csv.part", "new.csv.part"]) await writeFile(join(directory, "exports", name), "x");
    await utimes(join(directory, "exports", "old.csv.part"), 1, 1);
    expect(await folderFiles(directory).removeUnfinished(new Date())).toBe(1);
    expect((await readdir(join(directory, "exports"))).sort()).toEqual(["a.csv", "new.csv.part"]);
  });
});
