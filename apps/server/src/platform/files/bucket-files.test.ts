import { randomBytes } from "node:crypto";
import { buffer, text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startCephStore, whyNoCeph } from "../../../test/ceph-store.ts";
import { type SmallStore, startSmallStore, type TestStore } from "../../../test/object-store.ts";
import type { BucketSettings } from "../config/outside-config.ts";
import { bucketFiles, checkBucket, markBucket, readBucketMark, sizeOfBucket } from "./bucket-files.ts";
import { type ObjectBucket, openBucket } from "./object-bucket.ts";

async function* pieces(...parts: (string | Buffer)[]) {
  for (const part of parts) yield Buffer.from(part as string);
}

const mebibyte = 1024 * 1024;
const noCeph = whyNoCeph();
if (noCeph) process.stderr.write(noCeph);

const stores = [
  { name: "a small store", start: startSmallStore, isSkipped: false },
  { name: "Ceph", start: startCephStore, isSkipped: noCeph !== undefined },
];

describe.each(stores)("files in a bucket of $name", ({ start, isSkipped }) => {
  let store: TestStore;
  let bucket: ObjectBucket;
  let settings: BucketSettings;
  beforeAll(async () => {
    if (isSkipped) return;
    store = await start();
    settings = { store: store.settings, bucket: await store.makeBucket(false), prefix: "house/" };
    bucket = openBucket(settings);
  }, 120_000);
  afterAll(() => store?.close());

  test.skipIf(isSkipped)("are stored, read, replaced and removed", async () => {
    const files = bucketFiles(bucket);
    const stored = await files.put("exports/run_1.csv", pieces("ab", "c"));
    expect(stored).toEqual({ bytes: 3, checksum: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" });
    const read = await files.read("exports/run_1.csv");
    expect(read?.bytes).toBe(3);
    expect(read && (await text(read.content))).toBe("abc");
    await files.put("exports/run_1.csv", pieces());
    const empty = await files.read("exports/run_1.csv");
    expect([empty?.bytes, empty && (await text(empty.content))]).toEqual([0, ""]);
    await files.remove("exports/run_1.csv");
    await files.remove("exports/run_1.csv");
    expect(await files.read("exports/run_1.csv")).toBeUndefined();
  });

  test.skipIf(isSkipped)("go and come in parts, byte by byte, where they are large", async () => {
    const files = bucketFiles(bucket);
    const parts = Array.from({ length: 21 }, () => randomBytes(mebibyte));
    await files.put("exports/large.bin", pieces(...parts));
    const large = await files.read("exports/large.bin");
    expect(large?.bytes).toBe(21 * mebibyte);
    expect(large && (await buffer(large.content)).equals(Buffer.concat(parts))).toBe(true);
    await files.put("exports/even.bin", pieces(...parts.slice(0, 16)));
    expect((await files.read("exports/even.bin"))?.bytes).toBe(16 * mebibyte);
  });

  test.skipIf(isSkipped)("are there whole or not at all, and leave no parts behind", async () => {
    const files = bucketFiles(bucket);
    async function* broken() {
      for (let piece = 0; piece < 10; piece += 1) yield randomBytes(mebibyte);
      throw new Error("broken");
    }
    await expect(files.put("exports/broken.bin", broken())).rejects.toThrow("broken");
    expect(await files.read("exports/broken.bin")).toBeUndefined();
    expect(await files.removeUnfinished(new Date(Date.now() + 25 * 3_600_000))).toBe(0);
  });

  test.skipIf(isSkipped)("left unfinished by a process that was killed go after a day", async () => {
    const files = bucketFiles(bucket);
    for (const key of ["exports/a.bin", "exports/b.bin", "exports/c.bin"])
      await bucket.send({ method: "POST", key, query: { uploads: "" } });
    expect(await files.removeUnfinished(new Date())).toBe(0);
    expect(await files.removeUnfinished(new Date(Date.now() + 25 * 3_600_000))).toBe(3);
  });

  test.skipIf(isSkipped)("are known by the mark of their bucket and counted for a backup", async () => {
    const other = openBucket({ ...settings, prefix: "another/" });
    expect(await readBucketMark(other)).toBeUndefined();
    const mark = await markBucket(other);
    expect([await markBucket(other), await readBucketMark(other)]).toEqual([mark, mark]);
    for (const name of ["a", "b", "c", "d", "e"]) await bucketFiles(other).put(`exports/${name}.csv`, pieces("1234"));
    expect(await sizeOfBucket(other)).toEqual({ files: 5, bytes: 20 });
  });

  test.skipIf(isSkipped)("are refused in words where something is set wrongly", async () => {
    await checkBucket(bucket);
    const wrong = (part: Partial<BucketSettings["store"]>, name = settings.bucket) =>
      checkBucket(openBucket({ ...settings, bucket: name, store: { ...settings.store, ...part } }));
    await expect(wrong({}, "nobodys-bucket")).rejects.toThrow(
      "COUNTINGHOUSE_FILES=s3: s3://nobodys-bucket/house/ answered 404 NoSuchBucket: there is no such bucket",
    );
    await expect(wrong({ secret: "another" })).rejects.toThrow("the store does not accept the secret");
    await expect(wrong({ keyId: "ANOTHER" })).rejects.toThrow("the store does not know the key id");
    await expect(wrong({ endpoint: "http://127.0.0.1:9" })).rejects.toThrow("cannot be reached");
  });
});

describe("a bucket", () => {
  let store: SmallStore;
  beforeAll(async () => {
    store = await startSmallStore();
  });
  afterAll(() => store.close());

  test("is asked again while its store is busy, and not for ever", async () => {
    const bucket = openBucket({ store: store.settings, bucket: await store.makeBucket(false), prefix: "" });
    store.failing = 2;
    await bucketFiles(bucket).put("exports/a.csv", pieces("x"));
    store.failing = Number.POSITIVE_INFINITY;
    await expect(bucketFiles(bucket).read("exports/a.csv")).rejects.toThrow("answered 503 SlowDown: said by the store");
    store.failing = 0;
  });

  test("keeps what has left no room in memory: parts are sent while the file is still being made", async () => {
    const bucket = openBucket({ store: store.settings, bucket: await store.makeBucket(false), prefix: "" });
    const seen: number[] = [];
    async function* growing() {
      for (let piece = 0; piece < 20; piece += 1) {
        seen.push([...store.uploads.values()].reduce((sum, { parts }) => sum + parts.size, 0));
        yield Buffer.alloc(mebibyte);
      }
    }
    await bucketFiles(bucket).put("exports/growing.bin", growing());
    expect(seen).toEqual([...Array(8).fill(0), ...Array(8).fill(1), ...Array(4).fill(2)]);
  });

  test.each(["../secret", "/etc/passwd", "exports/a/b.csv", "EXPORTS/a.csv"])("refuses the name %j", async (name) => {
    const files = bucketFiles(openBucket({ store: store.settings, bucket: "none", prefix: "" }));
    await expect(async () => files.read(name)).rejects.toThrow("no name");
    await expect(async () => files.put(name, pieces("x"))).rejects.toThrow("no name");
  });
});
