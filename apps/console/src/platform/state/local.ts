/** Everything the console keeps in the browser is named with this in front. */
export const keyPrefix = "countinghouse:";

const open = (kind: "local" | "session"): Storage | undefined => {
  try {
    return kind === "local" ? window.localStorage : window.sessionStorage;
  } catch {
    // Storage is switched off in this browser; the console then works without a memory.
    return undefined;
  }
};

function read<T>(storage: Storage | undefined, key: string): T | undefined {
  const text = storage?.getItem(keyPrefix + key);
  if (text === null || text === undefined) return undefined;
  try {
    return JSON.parse(text) as T;
  } catch {
    // Written by something else, or by hand: as good as absent.
    return undefined;
  }
}

function write(storage: Storage | undefined, key: string, value: unknown): void {
  try {
    if (value === undefined) storage?.removeItem(keyPrefix + key);
    else storage?.setItem(keyPrefix + key, JSON.stringify(value));
  } catch {
    // The quota is used up: what cannot be remembered is not worth an error.
  }
}

function clear(storage: Storage | undefined): void {
  for (const key of Object.keys(storage ?? {})) if (key.startsWith(keyPrefix)) storage?.removeItem(key);
}

/** One place of memory: what lives on in this browser, or what ends with this window. */
const memory = (kind: "local" | "session") => ({
  /** The stored value, unchecked: the caller judges its shape. */
  read: <T>(key: string): T | undefined => read<T>(open(kind), key),
  /** Stores a value; `undefined` removes it. */
  write: (key: string, value: unknown): void => write(open(kind), key, value),
  /** Removes everything the console stored here. */
  clear: (): void => clear(open(kind)),
});

/** Lives on after the window is closed. */
export const localMemory = memory("local");

/** Ends with the window. */
export const sessionMemory = memory("session");

/** Calls back when another window of the console changes a local value. */
export function onOtherWindow(key: string, changed: () => void): () => void {
  const listener = (event: StorageEvent) => {
    if (event.key === keyPrefix + key || event.key === null) changed();
  };
  window.addEventListener("storage", listener);
  return () => window.removeEventListener("storage", listener);
}
