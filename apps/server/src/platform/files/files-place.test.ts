import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildTestApp, type TestApp } from "../../../test/app.ts";
import { type SmallStore, startSmallStore } from "../../../test/object-store.ts";
import { readConfig } from "../config/config.ts";
import { ConfigError } from "../config/config-error.ts";
import { filesPlace, markFolder, markPlace, openFiles, type SharedPlace } from "./files-place.ts";

let app: TestApp;
let directory: string;
let store: SmallStore;

const placeOf = (environment: NodeJS.ProcessEnv) => filesPlace(readConfig(environment, []));
const external = { DATABASE_URL: "postgresql://countinghouse@db.example/countinghouse" };

async function* once(content: string) {
  yield Buffer.from(content);
}

const inBucket = async (bucket?: string) => ({
  ...external,
  COUNTINGHOUSE_FILES: "s3",
  COUNTINGHOUSE_S3_ENDPOINT: store.settings.endpoint,
  COUNTINGHOUSE_S3_REGION: store.settings.region,
  COUNTINGHOUSE_S3_KEY_ID: store.settings.keyId,
  COUNTINGHOUSE_S3_SECRET: store.settings.secret,
  COUNTINGHOUSE_S3_BUCKET: bucket ?? (await store.makeBucket(false)),
});

beforeAll(async () => {
  store = await startSmallStore();
  app = await buildTestApp();
  directory = await mkdtemp(join(tmpdir(), "files-place-"));
});

afterAll(async () => {
  await app.close();
  await store.close();
  await rm(directory, { recursive: true });
});

describe("filesPlace", () => {
  test("is the database where several nodes may share one, and the data directory beside the embedded one", async () => {
    expect(await placeOf(external)).toEqual({ kind: "database", isChosen: false });
    expect(await placeOf({ COUNTINGHOUSE_DATA: "/var/lib/countinghouse" })).toEqual({
      kind: "dataDirectory",
      directory: "/var/lib/countinghouse/files",
    });
    expect(await placeOf({ COUNTINGHOUSE_FILES: "database" })).toEqual({ kind: "database", isChosen: true });
  });

  test("is a folder that is there, with the mark that lies in it", async () => {
    const environment = { ...external, COUNTINGHOUSE_FILES: directory };
    expect(await placeOf(environment)).toEqual({ kind: "sharedFolder", directory, mark: undefined });
    const [first, second] = [await markFolder(directory), await markFolder(directory)];
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    expect(second).toBe(first);
    expect(await placeOf(environment)).toEqual({ kind: "sharedFolder", directory, mark: first });
  });

  test("is a bucket that takes files, with the mark that lies in it", async () => {
    const environment = await inBucket();
    const place = await placeOf(environment);
    expect(place).toMatchObject({ kind: "bucket", mark: undefined });
    const mark = await markPlace(place as SharedPlace);
    expect(await placeOf(environment)).toMatchObject({ kind: "bucket", mark });
  });

  test("refuses a bucket that does not take files, naming the variable and the bucket", async () => {
    const missing = placeOf(await inBucket("nobodys-bucket"));
    await expect(missing).rejects.toThrow(ConfigError);
    await expect(missing).rejects.toThrow(/COUNTINGHOUSE_FILES=s3: s3:\/\/nobodys-bucket.*there is no such bucket/);
  });

  test("refuses a folder that is not there, naming the variable and the folder", async () => {
    const missing = placeOf({ COUNTINGHOUSE_FILES: join(directory, "not-mounted") });
    await expect(missing).rejects.toThrow(ConfigError);
    await expect(missing).rejects.toThrow(/COUNTINGHOUSE_FILES=.*not-mounted.*ENOENT/);
  });
});

describe("openFiles", () => {
  test("lets every node read what another one made", async () => {
    const place = await placeOf(external);
    const [one, other] = [openFiles(place, app.platform.db), openFiles(place, app.platform.db)];
    await one.put("exports/run_1.csv", once("made on one"));
    const read = await other.read("exports/run_1.csv");
    expect(read && (await text(read.content))).toBe("made on one");
  });

  test("lets every node read from a bucket what another one made, and what the database kept before", async () => {
    const { db } = app.platform;
    await openFiles({ kind: "database", isChosen: false }, db).put("exports/older.csv", once("older"));
    const environment = await inBucket();
    const [one, other] = [openFiles(await placeOf(environment), db), openFiles(await placeOf(environment), db)];
    await one.put("exports/run_2.csv", once("made on one"));
    for (const [name, content] of [
      ["exports/run_2.csv", "made on one"],
      ["exports/older.csv", "older"],
    ] as const) {
      const read = await other.read(name);
      expect(read && (await text(read.content))).toBe(content);
      await other.remove(name);
      expect(await one.read(name)).toBeUndefined();
    }
  });

  test("still finds in a folder what the database kept before", async () => {
    const { db } = app.platform;
    await openFiles({ kind: "database", isChosen: false }, db).put("exports/before.csv", once("before"));
    const files = openFiles({ kind: "sharedFolder", directory, mark: undefined }, db);
    const read = await files.read("exports/before.csv");
    expect(read && (await text(read.content))).toBe("before");
    await files.remove("exports/before.csv");
    expect(await files.read("exports/before.csv")).toBeUndefined();
  });
});
