import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { keyPrefix, localMemory, onOtherWindow, sessionMemory } from "./local.ts";
import { createStore } from "./store.ts";

const clear = () => {
  localStorage.clear();
  sessionStorage.clear();
};
// Files share their page, and others leave something in it.
beforeEach(clear);
afterEach(() => {
  vi.restoreAllMocks();
  clear();
});

describe.each([
  ["of this browser", localMemory, localStorage],
  ["of this window", sessionMemory, sessionStorage],
])("the memory %s", (_where, memory, storage) => {
  test("gives back what was written, under the console's own name", () => {
    memory.write("held", { a: [1, null] });
    expect(memory.read("held")).toEqual({ a: [1, null] });
    expect(Object.keys(storage)).toEqual([`${keyPrefix}held`]);
    memory.write("held", undefined);
    expect([memory.read("held"), storage.length]).toEqual([undefined, 0]);
  });

  test("takes what cannot be read for absent", () => {
    storage.setItem(`${keyPrefix}held`, "{not json");
    expect(memory.read("held")).toBeUndefined();
  });

  test("clears what is the console's and nothing else", () => {
    storage.setItem("elsewhere", "1");
    memory.write("held", 1);
    memory.clear();
    expect(Object.keys(storage)).toEqual(["elsewhere"]);
  });

  test("goes on without a memory where the quota is used up", () => {
    vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
    expect(() => memory.write("held", 1)).not.toThrow();
    expect(memory.read("held")).toBeUndefined();
  });
});

describe("another window", () => {
  const tell = (key: string | null) => window.dispatchEvent(new StorageEvent("storage", { key }));

  test("is heard of a value it changed, and of clearing everything, until nobody listens", () => {
    const changed = vi.fn();
    const stop = onOtherWindow("held", changed);
    tell(`${keyPrefix}held`);
    tell(`${keyPrefix}other`);
    tell("held");
    expect(changed).toHaveBeenCalledTimes(1);
    tell(null);
    expect(changed).toHaveBeenCalledTimes(2);
    stop();
    tell(null);
    expect(changed).toHaveBeenCalledTimes(2);
  });
});

describe("a store", () => {
  test("tells its listeners of another value, and of the same one nothing", () => {
    const store = createStore({ count: 1 });
    const heard = vi.fn();
    const stop = store.subscribe(heard);
    store.set(store.get());
    expect(heard).not.toHaveBeenCalled();
    store.set((before) => ({ count: before.count + 1 }));
    expect([heard.mock.calls.length, store.get()]).toEqual([1, { count: 2 }]);
    stop();
    store.set({ count: 3 });
    expect(heard).toHaveBeenCalledOnce();
  });

  test("lets a listener go while it tells the others", () => {
    const store = createStore(0);
    const heard: string[] = [];
    const stopFirst = store.subscribe(() => {
      heard.push("first");
      stopFirst();
    });
    store.subscribe(() => heard.push("second"));
    store.set(1);
    store.set(2);
    expect(heard).toEqual(["first", "second", "second"]);
  });
});
