import { randomBytes } from "node:crypto";
import { buffer, text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/database.ts";
import { openPool, queryBuilder } from "../db/pool.ts";
import { databaseFiles } from "./database-files.ts";
import type { FileStore } from "./file-store.ts";

let database: TestDatabase;
let db: ReturnType<typeof queryBuilder>;
let files: FileStore;

beforeAll(async () => {
  database = await createTestDatabase();
  db = queryBuilder(openPool({ url: database.appUrl, max: 4, onError: () => {} }));
  files = databaseFiles(db);
});

afterAll(async () => {
  await db.destroy();
  await database.drop();
});

async function* pieces(...parts: (string | Buffer)[]) {
  for (const part of parts) yield Buffer.from(part as string);
}

const keptPieces = async (): Promise<number> =>
  Number((await db.selectFrom("storedFilePieces").select(db.fn.countAll().as("n")).executeTakeFirstOrThrow()).n);

describe("databaseFiles", () => {
  test("stores a file and answers its size and SHA-256", async () => {
    const stored = await files.put("exports/run_1.csv", pieces("ab", "c"));
    expect(stored).toEqual({ bytes: 3, checksum: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" });
    const read = await files.read("exports/run_1.csv");
    expect(read?.bytes).toBe(3);
    expect(read && (await text(read.content))).toBe("abc");
  });

  test("keeps a file of many pieces byte by byte, and one of none", async () => {
    const parts = Array.from({ length: 40 }, () => randomBytes(100_000));
    await files.put("exports/large.bin", pieces(...parts));
    await files.put("exports/empty.csv", pieces());
    const [large, empty] = [await files.read("exports/large.bin"), await files.read("exports/empty.csv")];
    expect(large && (await buffer(large.content)).equals(Buffer.concat(parts))).toBe(true);
    expect(empty && (await text(empty.content))).toBe("");
  });

  test("refuses a file beyond its bound, and keeps nothing of it", async () => {
    const before = await keptPieces();
    const bounded = databaseFiles(db, 2 * 1024 * 1024);
    const content = pieces(...Array.from({ length: 30 }, () => Buffer.alloc(100_000)));
    await expect(bounded.put("exports/huge.csv", content)).rejects.toMatchObject({
      code: "platform.fileTooLarge",
      values: { megabytes: 2 },
    });
    expect(await bounded.read("exports/huge.csv")).toBeUndefined();
    expect(await keptPieces()).toBe(before);
  });

  test("keeps the file that was there while another under its name is not whole", async () => {
    async function* broken() {
      yield Buffer.alloc(700_000);
      throw new Error("broken");
    }
    await files.put("imports/a.csv", pieces("first"));
    await expect(files.put("imports/a.csv", broken())).rejects.toThrow("broken");
    const kept = await files.read("imports/a.csv");
    expect(kept && (await text(kept.content))).toBe("first");
    await files.put("imports/a.csv", pieces("second"));
    const replaced = await files.read("imports/a.csv");
    expect(replaced && (await text(replaced.content))).toBe("second");
  });

  test("removes a file once and again, with all its pieces", async () => {
    const before = await keptPieces();
    await files.put("exports/gone.csv", pieces(Buffer.alloc(1_500_000)));
    await files.remove("exports/gone.csv");
    await files.remove("exports/gone.csv");
    expect(await files.read("exports/gone.csv")).toBeUndefined();
    expect(await keptPieces()).toBe(before);
  });

  test("removes pieces of a killed process after a day, and none of a whole file", async () => {
    await files.put("exports/whole.csv", pieces("whole"));
    await db
      .insertInto("storedFilePieces")
      .values({ contentId: "cut", piece: 1, content: Buffer.from("half") })
      .execute();
    expect(await files.removeUnfinished(new Date())).toBe(0);
    expect(await files.removeUnfinished(new Date(Date.now() + 25 * 3_600_000))).toBe(1);
    expect(await files.read("exports/whole.csv")).toBeDefined();
  });

  test.each(["../secret", "/etc/passwd", "exports/a/b.csv", "EXPORTS/a.csv"])("refuses the name %j", async (name) => {
    await expect(files.read(name)).rejects.toThrow("no name");
    await expect(files.put(name, pieces("x"))).rejects.toThrow("no name");
  });
});
