import { describe, expect, test } from "vitest";
import { allocateOldestFirst, releaseNewestFirst } from "./allocation.policy.ts";

const batches = [
  { batchId: "a", amount: 100n },
  { batchId: "b", amount: 0n },
  { batchId: "c", amount: 250n },
  { batchId: "d", amount: -5n },
];
const sumOf = (parts: readonly { amount: bigint }[]): bigint => parts.reduce((sum, { amount }) => sum + amount, 0n);

describe("money out of batches", () => {
  test("is of the oldest first, and of none where they do not hold it", () => {
    expect(allocateOldestFirst(70n, batches)).toEqual([{ batchId: "a", amount: 70n }]);
    expect(allocateOldestFirst(180n, batches)).toEqual([
      { batchId: "a", amount: 100n },
      { batchId: "c", amount: 80n },
    ]);
    expect(allocateOldestFirst(400n, batches).at(-1)).toEqual({ batchId: null, amount: 50n });
    expect(allocateOldestFirst(10n, [])).toEqual([{ batchId: null, amount: 10n }]);
  });

  test("goes back to the last that was taken first, and no further than was taken", () => {
    const taken = allocateOldestFirst(400n, batches);
    const first = releaseNewestFirst(120n, taken);
    expect(first).toEqual([
      { batchId: null, amount: -50n },
      { batchId: "c", amount: -70n },
    ]);
    const second = releaseNewestFirst(280n, [...taken, ...first]);
    expect(second).toEqual([
      { batchId: "c", amount: -180n },
      { batchId: "a", amount: -100n },
    ]);
    expect(sumOf([...taken, ...first, ...second])).toBe(0n);
    expect(() => releaseNewestFirst(401n, taken)).toThrow(RangeError);
  });
});
