import { describe, expect, test } from "vitest";
import { workGate } from "./work-gate.ts";

describe("workGate", () => {
  test("never runs more at once than it may, and serves in order", async () => {
    const gate = workGate({ running: 2, waiting: 10 });
    const order: number[] = [];
    let [busy, most] = [0, 0];
    const work = (index: number) => async () => {
      busy += 1;
      most = Math.max(most, busy);
      order.push(index);
      await new Promise((done) => setImmediate(done));
      busy -= 1;
    };
    await Promise.all(Array.from({ length: 8 }, (_unused, index) => gate.run(work(index))));
    expect(most).toBe(2);
    expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  test("lets the next one in after a failure", async () => {
    const gate = workGate({ running: 1, waiting: 1 });
    await expect(gate.run(() => Promise.reject(new Error("failed")))).rejects.toThrow("failed");
    expect(await gate.run(async () => 7)).toEqual({ value: 7 });
  });
});
