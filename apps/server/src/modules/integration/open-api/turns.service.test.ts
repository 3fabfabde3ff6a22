import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { countTurns } from "./turns.service.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const refusalAfter = async (ms: number, taking: Promise<unknown>) => {
  const refused = taking.catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(ms);
  return refused;
};

describe("countTurns", () => {
  test("lets a caller wait for its own works, and refuses it when that takes too long", async () => {
    const turns = countTurns({ atOnce: 1, connections: 16 });
    await turns.take("reads", "a");
    expect(await refusalAfter(2_000, turns.take("reads", "a"))).toMatchObject({
      code: "openApi.tooManyAtOnce",
      status: 429,
      headers: { "Retry-After": "1" },
    });
    const first = await turns.take("payments", "a");
    const second = turns.take("payments", "a");
    await vi.advanceTimersByTimeAsync(29_000);
    first.leave();
    expect(await second).toBeDefined();
  });

  test("keeps classes apart, and holds each to its part of the connections", async () => {
    const turns = countTurns({ atOnce: 20, connections: 8 });
    for (const caller of ["a", "b"]) await turns.take("payments", caller);
    for (const caller of ["a", "b", "c", "d"]) await turns.take("reads", caller);
    for (const caller of ["a", "b"]) await turns.take("writes", caller);
    expect(await refusalAfter(30_000, turns.take("payments", "c"))).toMatchObject({
      code: "openApi.serviceBusy",
      status: 503,
    });
  });
});
