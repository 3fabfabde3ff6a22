import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { secondsUntilLock, watchIdle } from "./idle.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("the screen locks as somebody chose, and never later than the installation has it", () => {
  expect([
    secondsUntilLock(undefined, 300),
    secondsUntilLock(60, 300),
    secondsUntilLock(900, 300),
    secondsUntilLock(900, undefined),
    secondsUntilLock(undefined, undefined),
  ]).toEqual([300, 60, 300, 900, undefined]);
});

test("is called once nobody touched anything for so long", () => {
  const idle = vi.fn();
  const stop = watchIdle(30, idle);
  vi.advanceTimersByTime(29_000);
  window.dispatchEvent(new KeyboardEvent("keydown"));
  vi.advanceTimersByTime(29_000);
  expect(idle).not.toHaveBeenCalled();
  vi.advanceTimersByTime(2_000);
  expect(idle).toHaveBeenCalled();
  stop();
});
