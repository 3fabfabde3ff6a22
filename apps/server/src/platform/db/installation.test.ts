import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/database.ts";
import { manifest } from "../../modules/tables.ts";
import { readConfig } from "../config/config.ts";
import { installationKeys } from "../crypto/installation-keys.ts";
import { secretFingerprint } from "../crypto/secret-fingerprint.ts";
import { type FilesPlace, filesPlace, markFolder } from "../files/files-place.ts";
import type { InstallationFacts } from "./installation.ts";
import { migrate } from "./migrate.ts";

const directory = fileURLToPath(new URL("../../../migrations", import.meta.url));
const log = { info: () => {} };
const appRole = "countinghouse_installation_test";
const ours = "installation-test-secret-7Qm2Zx9Lw4Vt8Kd1";
const theirs = "another-node-secret-3Hs8Yc1Pn6Rf5Jb0Wq";

let database: TestDatabase;
let folder: string;

const factsOf = (current: string, previous?: string, files: FilesPlace = { kind: "database", isChosen: false }) =>
  ({
    fingerprint: secretFingerprint(current),
    previousFingerprint: previous && secretFingerprint(previous),
    pepperIds: installationKeys({ current, previous })
      .ring.all("password-pepper")
      .map(({ id }) => id),
    files,
  }) satisfies InstallationFacts;

const start = (installation: InstallationFacts, appPassword = "the password of this start") =>
  migrate({ ownerUrl: database.ownerUrl, appRole, appPassword, directory, manifest, log, installation });

async function query(text: string, url = database.ownerUrl): Promise<unknown[][]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query({ text, rowMode: "array" })).rows;
  } finally {
    await client.end();
  }
}

const verifier = () => query(`SELECT rolpassword FROM pg_authid WHERE rolname = '${appRole}'`);
const recorded = async () => (await query("SELECT secret_fingerprint, files_mark FROM installation"))[0];

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "installation-"));
});

beforeEach(async () => {
  database = await createTestDatabase();
});

afterEach(() => database.drop());
afterAll(() => rm(folder, { recursive: true }));

describe("a node and the secret of its installation", () => {
  test("with another secret is refused in one sentence before it changes anything, the role's password above all", async () => {
    await start(factsOf(ours));
    const before = await verifier();
    await expect(start(factsOf(theirs), "another password")).rejects.toMatchObject({
      code: "foreignSecret",
      message: expect.stringMatching(/^The secret of this node is not .*[^.]+\.$/),
    });
    expect(await verifier()).toEqual(before);
    expect(await recorded()).toEqual([secretFingerprint(ours), null]);
  });

  test("is taken in with a new secret that names the old one, and the old one alone is refused from then on", async () => {
    await start(factsOf(ours));
    await start(factsOf(theirs, ours));
    expect(await recorded()).toEqual([secretFingerprint(theirs), null]);
    await expect(start(factsOf(ours))).rejects.toMatchObject({ code: "foreignSecret" });
    await start(factsOf(theirs));
  });

  test("is refused by the passwords of a database that has no fingerprint yet", async () => {
    const { id } = installationKeys({ current: ours, previous: undefined }).ring.active("password-pepper");
    await query(
      `INSERT INTO credentials (user_id, password_hash, pepper_id, changed_at) VALUES (1, '$argon2id$', '${id}', now())
       ON CONFLICT (user_id) DO UPDATE SET pepper_id = excluded.pepper_id`,
    );
    await expect(start(factsOf(theirs))).rejects.toMatchObject({ code: "foreignSecret" });
    await start(factsOf(ours));
    expect(await recorded()).toEqual([secretFingerprint(ours), null]);
  });

  test("is decided by whoever of two comes first", async () => {
    const outcomes = await Promise.allSettled([start(factsOf(ours)), start(factsOf(theirs))]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  test("cannot be changed by the application", async () => {
    await start(factsOf(ours), "x");
    await expect(query("DELETE FROM installation", database.appUrl)).rejects.toMatchObject({ code: "42501" });
  });
});

describe("a node and the files of its installation", () => {
  const shared = (): Promise<FilesPlace> => filesPlace(readConfig({ COUNTINGHOUSE_FILES: folder }, []));
  const foreign = { code: "foreignFiles", message: expect.stringContaining("COUNTINGHOUSE_FILES") };

  test("that keeps them elsewhere than the others is refused, until it says that the folder is left", async () => {
    await start(factsOf(ours, undefined, await shared()));
    expect(await recorded()).toEqual([secretFingerprint(ours), await markFolder(folder)]);
    await start(factsOf(ours, undefined, await shared()));
    await expect(start(factsOf(ours))).rejects.toMatchObject(foreign);
    const other: FilesPlace = { kind: "sharedFolder", directory: folder, mark: undefined };
    await expect(start(factsOf(ours, undefined, other))).rejects.toMatchObject(foreign);
    await start(factsOf(ours, undefined, { kind: "database", isChosen: true }));
    await start(factsOf(ours));
    expect(await recorded()).toEqual([secretFingerprint(ours), null]);
  });
});
