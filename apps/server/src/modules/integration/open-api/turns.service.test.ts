import "@countinghouse/contract/integration/open-api/open-refusals.ts";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { countTurns } from "./turns.service.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A client that waits for its answer. */
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
    await vi.advanceTimersByTimeAsync(59_000);
    first.leave();
    expect(await second).toBeDefined();
  });

  test("keeps classes apart, and holds each to its part of the connections", async () => {
    const turns = countTurns({ atOnce: 20, connections: 8 });
    for (const caller of ["a", "b"]) await turns.take("payments", caller, here);
    for (const caller of ["a", "b", "c", "d"]) await turns.take("reads", caller, here);
    for (const caller of ["a", "b"]) await turns.take("writes", caller, here);
    expect(await refusalAfter(60_000, turns.take("payments", "c", here))).toMatchObject({
      code: "openApi.serviceBusy",
      status: 503,
    });
  });
});
