import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { DatabaseClock } from "./database-clock.ts";

const start = Date.parse("2026-11-21T10:00:00.000Z");

/** A machine and a database, each with a clock of its own, and a network between them. */
let world: { machine: number; database: number; monotonic: number; thereMs: number[]; backMs: number };
let said: string[];
let clock: DatabaseClock;

const pass = (milliseconds: number) => {
  world.machine += milliseconds;
  world.database += milliseconds;
  world.monotonic += milliseconds;
};

const open = () =>
  DatabaseClock.open(
    {
      ask: async () => {
        pass(world.thereMs.shift() ?? 1);
        const told = world.database;
        pass(world.backMs);
        return told;
      },
      machine: () => world.machine,
      monotonic: () => world.monotonic,
    },
    {
      error: (_facts: object, message: string) => void said.push(message),
      info: (_facts: object, message: string) => void said.push(message),
    } as never,
  );

beforeEach(() => {
  world = { machine: start, database: start, monotonic: 5_000, thereMs: [], backMs: 2 };
  said = [];
});

afterEach(() => clock.close());

describe("DatabaseClock", () => {
  test.each([-90_000, 90_000])(
    "tells the database's time on a machine that is %i ms off, and never its future",
    async (off) => {
      world.machine += off;
      clock = await open();
      expect(world.database - clock.now().getTime()).toBe(2);
      pass(60_000);
      expect(world.database - clock.now().getTime()).toBe(2);
    },
  );

  test("believes the answer that came soonest", async () => {
    world.thereMs = [500, 3, 900];
    clock = await open();
    expect(world.database - clock.now().getTime()).toBe(2);
  });

  test("goes on steadily while the machine's clock jumps, and says that it is off at once", async () => {
    clock = await open();
    const before = clock.now().getTime();
    world.machine += 3_600_000;
    pass(1_000);
    expect(clock.now().getTime() - before).toBe(1_000);
    expect(clock.isOff).toBe(true);
  });

  test("says once that the machine's clock is off, and recovers by itself", async () => {
    clock = await open();
    expect([clock.isOff, said]).toEqual([false, []]);
    world.machine += 90_000;
    await clock.ask();
    await clock.ask();
    expect(clock.isOff).toBe(true);
    expect(said).toEqual([expect.stringContaining("90 s ahead of the database's")]);
    world.machine -= 90_000;
    await clock.ask();
    expect(clock.isOff).toBe(false);
    expect(said).toHaveLength(2);
  });

  test.each([
    [30_000, false],
    [-30_000, false],
    [30_010, true],
    [-30_010, true],
  ])("takes %i ms for %s", async (off, isOff) => {
    world.backMs = 0;
    world.machine += off;
    clock = await open();
    expect(clock.isOff).toBe(isOff);
  });
});
