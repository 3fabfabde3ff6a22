import { describe, expect, test, vi } from "vitest";
import { FairGate, type GateBounds, type GateEntry } from "./fair-gate.ts";
import { GatePlace, giveWay, waitOutside } from "./gate-place.ts";

const bounds = (parts: Partial<GateBounds> = {}): GateBounds => ({
  inside: 2,
  insideEach: 2,
  waiting: 10,
  waitingEach: 10,
  waitMs: 60_000,
  ...parts,
});

/** Sends callers through a gate that has one place at first, and tells in which order they came in. */
async function orderOf(gate: FairGate, callers: readonly string[]): Promise<string[]> {
  const first = await gate.enter("first");
  const order: string[] = [];
  const all = callers.map(async (who) => {
    const entry = await gate.enter(who);
    order.push(who);
    await Promise.resolve();
    if (entry.isInside) entry.leave();
  });
  if (first.isInside) first.leave();
  await Promise.all(all);
  return order;
}

const leave = (entry: GateEntry): void => {
  if (entry.isInside) entry.leave();
};

describe("FairGate", () => {
  test("gives each caller its places, and a place that was given back to whoever waits", async () => {
    const gate = new FairGate(bounds({ inside: 3 }));
    const first = await gate.enter("a");
    const second = await gate.enter("a");
    const third = gate.enter("a");
    expect((await gate.enter("b")).isInside).toBe(true);
    leave(first);
    leave(first);
    const entered = await third;
    expect(entered.isInside).toBe(true);
    leave(entered);
    leave(second);
    expect(gate.isIdle).toBe(false);
  });

  test("lets callers in by turns, whoever came with how many", async () => {
    const gate = new FairGate(bounds({ inside: 1 }));
    expect(await orderOf(gate, ["a", "a", "a", "b", "c", "b"])).toEqual(["a", "b", "c", "a", "b", "a"]);
    expect(gate.isIdle).toBe(true);
  });

  test("prefers the caller with the fewest works inside", async () => {
    const gate = new FairGate(bounds({ insideEach: 2 }));
    const held = [await gate.enter("a"), await gate.enter("a")];
    const order: string[] = [];
    const waiting = ["a", "b"].map(async (who) => {
      await gate.enter(who);
      order.push(who);
    });
    for (const entry of held) leave(entry);
    await Promise.all(waiting);
    expect(order).toEqual(["b", "a"]);
  });

  test("turns away whoever finds the queue full or waits too long, and says whose works fill the places", async () => {
    const gate = new FairGate(bounds({ insideEach: 1, waitingEach: 1, waiting: 2, waitMs: 5 }));
    const first = await gate.enter("a");
    const late = gate.enter("a");
    expect(await gate.enter("a")).toEqual({ isInside: false, isOwnDoing: true });
    expect(await late).toEqual({ isInside: false, isOwnDoing: true });
    const second = await gate.enter("b");
    expect(await gate.enter("c")).toEqual({ isInside: false, isOwnDoing: false });
    leave(first);
    leave(second);
    expect((await gate.enter("a")).isInside).toBe(true);
  });

  test("keeps no place in the queue for whoever is gone", async () => {
    const gate = new FairGate(bounds({ inside: 1 }));
    const first = await gate.enter("a");
    const client = new AbortController();
    const left = gate.enter("a", client.signal);
    const second = gate.enter("a");
    client.abort();
    expect((await left).isInside).toBe(false);
    leave(first);
    leave(await second);
    expect(gate.isIdle).toBe(true);
  });

  test("goes by new bounds at once", async () => {
    const gate = new FairGate(bounds({ inside: 1 }));
    await gate.enter("a");
    const second = gate.enter("a");
    gate.adopt(bounds({ inside: 2 }));
    expect((await second).isInside).toBe(true);
  });
});

describe("a gate that lets works in one by one", () => {
  test("lets the next one in when the one inside is done, or has been inside for its time, and all when it no longer applies", async () => {
    vi.useFakeTimers();
    let applies = true;
    const gate = new FairGate(bounds({ inside: 3, oneByOne: { applies: () => applies, atMostMs: 100 } }));
    const first = await gate.enter("a");
    const entered = ["b", "c", "d"].map(async (who) => gate.enter(who));
    await vi.advanceTimersByTimeAsync(50);
    expect(gate.inside).toBe(1);
    leave(first);
    await vi.advanceTimersByTimeAsync(99);
    expect(gate.inside).toBe(1);
    applies = false;
    await vi.advanceTimersByTimeAsync(1);
    expect(gate.inside).toBe(3);
    for (const entry of await Promise.all(entered)) leave(entry);
    expect(gate.isIdle).toBe(true);
    vi.useRealTimers();
  });
});

describe("a place", () => {
  test("is free for others while its work waits outside, and is taken again before those who are new", async () => {
    const gate = new FairGate(bounds({ inside: 1, insideEach: 1 }));
    const happened: string[] = [];
    let answer = () => {};
    const gateway = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const work = async (name: string, wait?: Promise<void>) => {
      const entry = await gate.enter("a");
      if (!entry.isInside) throw new Error("turned away");
      const place = new GatePlace(gate, "a", entry.leave);
      await place.run(async () => {
        happened.push(`${name} begins`);
        if (wait) await waitOutside(() => wait);
        await new Promise(setImmediate);
        happened.push(`${name} ends`);
      });
      place.leave();
    };
    const payment = work("payment", gateway);
    await work("second");
    const third = work("third");
    const fourth = work("fourth");
    answer();
    await Promise.all([payment, third, fourth]);
    expect(happened).toEqual([
      "payment begins",
      "second begins",
      "second ends",
      "third begins",
      "third ends",
      "payment ends",
      "fourth begins",
      "fourth ends",
    ]);
    expect(gate.isIdle).toBe(true);
  });

  test("is taken again after a wait that failed", async () => {
    const gate = new FairGate(bounds({ inside: 1 }));
    const entry = await gate.enter("a");
    if (!entry.isInside) throw new Error("turned away");
    const place = new GatePlace(gate, "a", entry.leave);
    const failing = place.run(() => waitOutside(() => Promise.reject(new Error("broken"))));
    await expect(failing).rejects.toThrow("broken");
    expect(gate.isIdle).toBe(false);
    place.leave();
    expect(gate.isIdle).toBe(true);
  });

  test("gives way to those who go first until none is inside, and no longer than its time in all", async () => {
    vi.useFakeTimers();
    const reads = new FairGate(bounds());
    const gate = new FairGate(bounds());
    const entry = await gate.enter("a");
    if (!entry.isInside) throw new Error("turned away");
    const happened: string[] = [];
    const step = async (name: string) => {
      await giveWay();
      happened.push(name);
    };
    const place = new GatePlace(gate, "a", entry.leave, { gate: reads, atMostMs: 40 });
    const read = await reads.enter("r");
    const done = place.run(async () => {
      for (const name of ["first", "second", "third"]) await step(name);
      // A read that came between two steps.
      const another = await reads.enter("r");
      await step("fourth");
      await step("fifth");
      leave(another);
    });
    await vi.advanceTimersByTimeAsync(30);
    expect(happened).toEqual([]);
    leave(read);
    await vi.advanceTimersByTimeAsync(9);
    expect(happened).toEqual(["first", "second", "third"]);
    await vi.advanceTimersByTimeAsync(1);
    await done;
    expect(happened).toEqual(["first", "second", "third", "fourth", "fifth"]);
    expect(giveWay()).toBeUndefined();
    vi.useRealTimers();
  });

  test("is not needed to wait", async () => {
    expect(await waitOutside(async () => 7)).toBe(7);
  });
});
