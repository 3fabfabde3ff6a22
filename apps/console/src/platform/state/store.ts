import { useSyncExternalStore } from "react";

/** A value that components can follow and anything can read. */
export interface Store<T> {
  get(): T;
  set(next: T | ((previous: T) => T)): void;
  /** Calls back after every change; returns the way to stop. */
  subscribe(listener: () => void): () => void;
}

/** Makes a store. Setting the same value again tells nobody. */
export function createStore<T>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      const wanted = typeof next === "function" ? (next as (previous: T) => T)(value) : next;
      if (Object.is(wanted, value)) return;
      value = wanted;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The store's value, followed. A selector narrows what a component is drawn again for. */
export function useStore<T>(store: Store<T>): T;
export function useStore<T, S>(store: Store<T>, select: (value: T) => S): S;
export function useStore<T, S>(store: Store<T>, select?: (value: T) => S): T | S {
  return useSyncExternalStore(store.subscribe, () => (select ? select(store.get()) : store.get()));
}
