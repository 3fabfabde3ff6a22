import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildTestApp, type TestApp } from "../../../../test/app.ts";
import { type AttemptLimit, accountLimit } from "./attempts.policy.ts";
import {
  countTry,
  countWithin,
  forgetTries,
  giveAlarm,
  isUnderAlarm,
  purgeAttempts,
  readSuspicion,
  takeBackTry,
} from "./attempts.store.ts";

const minute = 60_000;
const fixed: AttemptLimit = { kind: "fixed", windowMs: minute, most: 3 };
const locking: AttemptLimit = { kind: "locking", windowMs: 30 * minute, most: 3, lockMs: 30 * minute, sliding: true };

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const at = (minutes: number): Date => new Date(Date.parse("2026-11-21T10:00:00Z") + minutes * minute);
const tryAt = async (limit: AttemptLimit, key: string, minutes: number) =>
  (await countTry(app.platform.db, limit, key, at(minutes))).isAllowed;

describe("countTry", () => {
  test("opens a plain window again when it has passed", async () => {
    const tries = [];
    for (const minutes of [0, 0.2, 0.4, 0.6, 0.99, 1]) tries.push(await tryAt(fixed, "a", minutes));
    expect(tries).toEqual([true, true, true, false, false, true]);
  });

  test("closes at the limit for as long as told, and tries meanwhile do not make it longer", async () => {
    const tries = [];
    for (const minutes of [0, 10, 20, 21, 49, 50]) tries.push(await tryAt(locking, "b", minutes));
    expect(tries).toEqual([true, true, true, false, false, true]);
    expect(await countWithin(app.platform.db, locking, "b", at(50))).toBe(1);
  });

  test("counts tries that arrive together one after the other", async () => {
    const tries = await Promise.all(Array.from({ length: 40 }, () => tryAt(locking, "c", 0)));
    expect(tries.filter(Boolean)).toHaveLength(3);
  });

  test("says how long to wait", async () => {
    const { db } = app.platform;
    for (let round = 0; round < 3; round += 1) await countTry(db, locking, "d", at(0));
    expect((await countTry(db, locking, "d", at(10))).retrySeconds).toBe(20 * 60);
  });
});

describe("takeBackTry", () => {
  test("takes one try back and opens what it closed", async () => {
    const { db } = app.platform;
    for (let round = 0; round < 3; round += 1) await countTry(db, locking, "e", at(0));
    await takeBackTry(db, locking, "e");
    expect(await countWithin(db, locking, "e", at(0))).toBe(2);
    expect(await tryAt(locking, "e", 1)).toBe(true);
    expect(await tryAt(locking, "e", 2)).toBe(false);
  });
});

describe("forgetTries", () => {
  test("forgets the counts of one key only", async () => {
    const { db } = app.platform;
    await countTry(db, locking, "f", at(0));
    await countTry(db, locking, "g", at(0));
    await forgetTries(db, ["locking"], "f");
    expect([await countWithin(db, locking, "f", at(0)), await countWithin(db, locking, "g", at(0))]).toEqual([0, 1]);
  });
});

describe("purgeAttempts", () => {
  test("removes counts that are over and keeps those that are not", async () => {
    const { db } = app.platform;
    await countTry(db, locking, "old", at(100));
    await countTry(db, locking, "new", at(200));
    await purgeAttempts(db, at(201));
    const kept = await db.selectFrom("signInCounters").select("key").where("kind", "=", "locking").execute();
    expect(kept.map(({ key }) => key)).toEqual(["new"]);
  });
});

describe("readSuspicion", () => {
  const limit = accountLimit(10, 30);
  const seenAt = (minutes: number, source = "198.51.100.1", accountKey = "somebody") =>
    readSuspicion(app.platform.db, { source, accountKey, limit, now: at(minutes) });
  const fail = async (accounts: readonly string[], minutes: number) => {
    for (const key of accounts) await countTry(app.platform.db, limit, key, at(minutes));
  };
  const many = (count: number, name: string) => Array.from({ length: count }, (_, index) => `${name}-${index}`);

  test("counts the accounts an address tried within ten minutes, each once", async () => {
    await seenAt(300, "198.51.100.7", "one");
    await seenAt(301, "198.51.100.7", "two");
    expect((await seenAt(302, "198.51.100.7", "two")).targets).toBe(2);
    expect((await seenAt(310.5, "198.51.100.7", "three")).targets).toBe(2);
    expect((await seenAt(311, "198.51.100.8", "one")).targets).toBe(1);
  });

  test("counts the failures of the account that is tried", async () => {
    await fail(["h", "h", "i"], 400);
    expect([
      (await seenAt(401, "198.51.100.9", "h")).failures,
      (await seenAt(440, "198.51.100.9", "h")).failures,
    ]).toEqual([2, 0]);
  });

  test("sees spraying from twenty failing accounts within five minutes on", async () => {
    await fail(many(19, "sprayed"), 500);
    expect(await seenAt(501)).toMatchObject({ failing: 19, isSpraying: false });
    await fail(["one-more"], 502);
    expect(await seenAt(503)).toMatchObject({ failing: 20, isSpraying: true });
    expect(await seenAt(508)).toMatchObject({ isSpraying: false });
  });

  test("lets three in a hundred fail where there are many users, and counts no further than that", async () => {
    await app.platform.db
      .insertInto("users")
      .values(many(1_000, "user").map((account) => ({ tenantId: 1, orgId: 1, account, realName: account })))
      .execute();
    const owner = new pg.Client({ connectionString: app.database.ownerUrl });
    await owner.connect();
    await owner.query("ANALYZE users").finally(() => owner.end());
    await fail(many(29, "of-many"), 600);
    expect((await seenAt(601)).isSpraying).toBe(false);
    await fail(many(21, "more-of-many"), 602);
    const { failing, isSpraying } = await seenAt(603);
    expect(isSpraying).toBe(true);
    expect(failing).toBeLessThan(50);
  });
});

describe("giveAlarm", () => {
  test("gives one alarm in five minutes, which stands as long", async () => {
    const { db } = app.platform;
    const standing = async (...minutes: number[]) => {
      const stood = [];
      for (const minute of minutes) stood.push(await isUnderAlarm(db, at(minute)));
      return stood;
    };
    expect(await standing(700)).toEqual([false]);
    expect([await giveAlarm(db, at(700)), await giveAlarm(db, at(702)), await giveAlarm(db, at(704.9))]).toEqual([
      true,
      false,
      false,
    ]);
    expect(await standing(701, 704.9, 705)).toEqual([true, true, false]);
    expect(await giveAlarm(db, at(706))).toBe(true);
  });
});
