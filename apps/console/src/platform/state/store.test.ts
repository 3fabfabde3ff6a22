import { expect, test, vi } from "vitest";
import { createStore } from "./store.ts";

test("is read, set, and set from what it was", () => {
  const store = createStore(1);
  expect(store.get()).toBe(1);
  store.set(2);
  expect(store.get()).toBe(2);
  store.set((previous) => previous + 40);
  expect(store.get()).toBe(42);
});

test("tells every listener of a change, and none when nothing changed", () => {
  const store = createStore<{ readonly name: string } | undefined>(undefined);
  const [one, other] = [vi.fn(), vi.fn()];
  store.subscribe(one);
  store.subscribe(other);
  const value = { name: "a" };
  store.set(value);
  store.set(value);
  store.set((previous) => previous);
  expect([one.mock.calls.length, other.mock.calls.length]).toEqual([1, 1]);
});

test("NaN set again is the same value", () => {
  const store = createStore(Number.NaN);
  const listener = vi.fn();
  store.subscribe(listener);
  store.set(Number.NaN);
  expect(listener).not.toHaveBeenCalled();
});

test("a listener that stops hears nothing more, and may stop while it is told", () => {
  const store = createStore(0);
  const heard: string[] = [];
  const stop = store.subscribe(() => {
    heard.push(`one ${store.get()}`);
    stop();
  });
  store.subscribe(() => heard.push(`other ${store.get()}`));
  store.set(1);
  store.set(2);
  expect(heard).toEqual(["one 1", "other 1", "other 2"]);
});
