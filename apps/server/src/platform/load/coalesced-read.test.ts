import { describe, expect, test } from "vitest";
import { coalescedRead } from "./coalesced-read.ts";

/** Reads that end when they are told to, each with its number. */
function staged() {
  const waiting: PromiseWithResolvers<number>[] = [];
  const keys: string[] = [];
  const read = coalescedRead((key: string) => {
    keys.push(key);
    const one = Promise.withResolvers<number>();
    waiting.push(one);
    return one.promise;
  });
  return { read, keys, waiting };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe("a read that many ask for", () => {
  test("is made once for all who ask while another is under way, and after they asked", async () => {
    const { read, keys, waiting } = staged();
    const first = read("a");
    const crowd = Array.from({ length: 256 }, () => read("a"));
    expect(keys).toEqual(["a"]);
    waiting[0]?.resolve(1);
    expect(await first).toBe(1);
    await settled();
    expect(keys).toEqual(["a", "a"]);
    waiting[1]?.resolve(2);
    expect(new Set(await Promise.all(crowd))).toEqual(new Set([2]));
    const later = read("a");
    expect(keys).toHaveLength(3);
    waiting[2]?.resolve(3);
    expect(await later).toBe(3);
  });

  test("that fails is made anew for those who asked meanwhile", async () => {
    const { read, waiting } = staged();
    const first = read("a");
    const second = read("a");
    waiting[0]?.reject(new Error("gone"));
    await expect(first).rejects.toThrow("gone");
    await settled();
    waiting[1]?.resolve(2);
    expect(await second).toBe(2);
  });

  test("of one thing waits for none of another", () => {
    const { read, keys } = staged();
    void read("a");
    void read("b");
    expect(keys).toEqual(["a", "b"]);
  });
});
