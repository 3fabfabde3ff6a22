/**
 * Merges concurrent reads of one key: callers that arrive during a read share the next one. Every read begins after it
 * was requested, so that nobody gets a stale answer, and a crowd of callers takes one connection instead of one each.
 */
export function coalescedRead<T>(read: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const running = new Map<string, Reading<T>>();
  const begin = (key: string): Promise<T> => {
    const reading: Reading<T> = { now: read(key) };
    running.set(key, reading);
    const end = () => {
      if (!reading.next) running.delete(key);
    };
    reading.now.then(end, end);
    return reading.now;
  };
  return (key) => {
    const reading = running.get(key);
    if (!reading) return begin(key);
    reading.next ??= reading.now.then(
      () => begin(key),
      () => begin(key),
    );
    return reading.next;
  };
}

interface Reading<T> {
  readonly now: Promise<T>;
  /** The next read, shared by everybody who has asked since. */
  next?: Promise<T>;
}
