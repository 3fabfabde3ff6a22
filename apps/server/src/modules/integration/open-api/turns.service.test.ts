import "@countinghouse/contract/integration/open-api/open-refusals.ts";
import type { Refusal } from "@countinghouse/contract/kit/refusal.ts";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { GatePlace } from "../../../platform/load/gate-place.ts";
import { countTurns } from "./turns.service.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A client waiting for its answer. */
const here = new AbortController().signal;

const refusalAfter = async (ms: number, taking: Promise<unknown>) => {
  const refused = taking.catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(ms);
  return refused;
};

describe("countTurns", () => {
  test("lets a caller wait for its own works, and refuses it when that takes too long", async () => {
    const turns = countTurns({ atOnce: 1, connections: 16 });
    await turns.take("reads", "a", here);
    expect(await refusalAfter(2_000, turns.take("reads", "a", here))).toMatchObject({
      code: "openApi.tooManyAtOnce",
      status: 429,
      headers: { "Retry-After": "1" },
    });
    const first = await turns.take("payments", "a", here);
    const second = turns.take("payments", "a", here);
    await vi.advanceTimersByTimeAsync(49_000);
    first.leave();
    expect(await second).toBeDefined();
  });

  test("tells one app with hundreds of reads that they are its own, and whoever finds no place beside it that all are busy", async () => {
    const turns = countTurns({ atOnce: 20, connections: 16 });
    const asked = Array.from({ length: 320 }, () => turns.take("reads", "a", here).catch((error: unknown) => error));
    await vi.advanceTimersByTimeAsync(2_000);
    const refused = (await Promise.all(asked)).filter((one) => !(one instanceof GatePlace));
    expect(refused).toHaveLength(312);
    expect(new Set(refused.map((one) => (one as Refusal).status))).toEqual(new Set([429]));
    expect(await refusalAfter(2_000, turns.take("reads", "b", here))).toMatchObject({ status: 503 });
  });

  test("works on one payment at a time while somebody reads, and on more when nobody does", async () => {
    const turns = countTurns({ atOnce: 20, connections: 16 });
    const begun: string[] = [];
    const pay = async (name: string) => {
      const place = await turns.take("payments", "a", here);
      begun.push(name);
      return place;
    };
    (await turns.take("reads", "b", here)).leave();
    const first = await pay("first");
    const others = ["second", "third", "fourth", "fifth"].map(pay);
    await vi.advanceTimersByTimeAsync(90);
    expect(begun).toEqual(["first"]);
    first.leave();
    expect(begun).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(50);
    expect(begun).toEqual(["first", "second"]);
    // Nobody reads any more, and no calls start or end.
    await vi.advanceTimersByTimeAsync(200);
    await Promise.all(others);
    expect(begun).toHaveLength(5);
  });

  test("makes no more room for reads once a payment has waited ten seconds: whoever always reads starves none", async () => {
    const turns = countTurns({ atOnce: 20, connections: 16 });
    (await turns.take("reads", "r", here)).leave();
    const first = await turns.take("payments", "a", here);
    await turns.take("reads", "r", here);
    const begun: number[] = [];
    const pay = async (name: number) => {
      const place = await turns.take("payments", "b", here);
      await place.run(async () => void begun.push(name));
      place.leave();
    };
    const reading = setInterval(() => void turns.take("reads", "r", here).catch(() => undefined), 50);
    const others = Array.from({ length: 400 }, (_, name) => pay(name));
    await vi.advanceTimersByTimeAsync(9_900);
    expect(begun.length).toBeLessThan(400);
    // Calls already giving way finish within a tenth of a second.
    await vi.advanceTimersByTimeAsync(300);
    clearInterval(reading);
    expect(begun).toHaveLength(400);
    first.leave();
    await Promise.all(others);
  });

  test("lets the next payment in beside one that waits in the database, up to the usual number, though somebody reads", async () => {
    const turns = countTurns({ atOnce: 20, connections: 16 });
    const begun: string[] = [];
    const reading = setInterval(() => void turns.take("reads", "r", here).then((place) => place.leave()), 50);
    (await turns.take("reads", "r", here)).leave();
    const callers = ["a", "b", "c", "d", "e"];
    const asked = callers.map(async (caller) => {
      const place = await turns.take("payments", caller, here);
      begun.push(caller);
      return place;
    });
    const seen: string[][] = [];
    for (let step = 0; step < 6; step += 1) {
      await vi.advanceTimersByTimeAsync(step === 0 ? 90 : 100);
      seen.push([...begun]);
    }
    expect(seen.map(({ length }) => length)).toEqual([1, 2, 3, 4, 4, 4]);
    (await asked[3])?.leave();
    expect(await asked[4]).toBeDefined();
    clearInterval(reading);
  });

  test("keeps classes apart, and holds each to its part of the connections", async () => {
    const turns = countTurns({ atOnce: 20, connections: 8 });
    for (const caller of ["a", "b"]) await turns.take("payments", caller, here);
    for (const caller of ["a", "b"]) await turns.take("writes", caller, here);
    for (const caller of ["a", "b", "c", "d"]) await turns.take("reads", caller, here);
    expect(await refusalAfter(50_000, turns.take("payments", "c", here))).toMatchObject({
      code: "openApi.serviceBusy",
      status: 503,
    });
  });
});
