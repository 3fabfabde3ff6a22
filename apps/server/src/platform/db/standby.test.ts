import { beforeEach, describe, expect, test } from "vitest";
import { TestClock } from "../../../test/app.ts";
import { ownChangesMs, restMs, Standby } from "./standby.ts";

const primary = "primary";
const replica = "replica";
const failing = (code: string) => Object.assign(new Error(code), { code });

let clock: TestClock;
let standby: Standby;
/** What a read on the standby ends with. */
let broken: Error | undefined;
let tries: unknown[];

beforeEach(() => {
  clock = new TestClock();
  standby = new Standby({ primary: primary as never, replica: replica as never, clock });
  broken = undefined;
  tries = [];
});

const readAs = (userId: number) =>
  standby.read(userId, async (db: unknown) => {
    tries.push(db);
    if (db === replica && broken) throw broken;
    return db;
  });

describe("Standby.read", () => {
  test("is done on the standby", async () => {
    expect(await readAs(1)).toBe(replica);
  });

  test("is done on the primary for whoever changed something, and for nobody else, until the standby has caught up", async () => {
    standby.noteChange(1);
    expect([await readAs(1), await readAs(2)]).toEqual([primary, replica]);
    clock.forward(ownChangesMs);
    expect(await readAs(1)).toBe(replica);
  });

  test("is done on the primary while the standby is gone, which is asked again after a rest", async () => {
    broken = failing("ECONNREFUSED");
    expect([await readAs(1), await readAs(2)]).toEqual([primary, primary]);
    expect(tries).toEqual([replica, primary, primary]);
    broken = undefined;
    clock.forward(restMs);
    expect(await readAs(1)).toBe(replica);
  });

  test("is done once more on the primary where the standby cut it short to catch up", async () => {
    broken = failing("40001");
    expect(await readAs(1)).toBe(primary);
    broken = undefined;
    expect(await readAs(1)).toBe(replica);
  });

  test("ends with the error of a wrong question, which is asked once", async () => {
    broken = failing("42601");
    await expect(readAs(1)).rejects.toBe(broken);
    expect(tries).toEqual([replica]);
  });
});
