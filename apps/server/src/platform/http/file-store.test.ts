import { mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createLocalFileStore, removeAbandonedDrafts } from "./file-store.ts";

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "file-store-"));
});

afterEach(() => rm(directory, { recursive: true }));

async function* pieces(...texts: string[]) {
  for (const piece of texts) yield Buffer.from(piece);
}

describe("createLocalFileStore", () => {
  test("stores a file and answers its size and SHA-256", async () => {
    const files = createLocalFileStore(directory);
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
    const files = createLocalFileStore(directory);
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
    const files = createLocalFileStore(directory);
    await expect(async () => files.read(name)).rejects.toThrow("no name");
    await expect(async () => files.put(name, pieces("x"))).rejects.toThrow("no name");
  });

  test("removes a file once and again", async () => {
    const files = createLocalFileStore(directory);
    await files.put("exports/a.csv", pieces("x"));
    await files.remove("exports/a.csv");
    await files.remove("exports/a.csv");
    expect(await files.read("exports/a.csv")).toBeUndefined();
  });
});

describe("removeAbandonedDrafts", () => {
  test("removes drafts older than a day and nothing else", async () => {
    await createLocalFileStore(directory).put("exports/a.csv", pieces("x"));
    for (const name of ["old.csv.part", "new.csv.part"]) await writeFile(join(directory, "exports", name), "x");
    await utimes(join(directory, "exports", "old.csv.part"), 1, 1);
    expect(await removeAbandonedDrafts(directory, Date.now())).toBe(1);
    expect((await readdir(join(directory, "exports"))).sort()).toEqual(["a.csv", "new.csv.part"]);
  });
});
