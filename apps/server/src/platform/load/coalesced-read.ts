/**
 * Reads of one thing that many ask for at once, made together: whoever asks while a read is under way shares the next one
 * with everybody else who does. Every read begins after it was asked for, so that nobody is told what was true before, and
 * a crowd takes one connection and not one for each of it.
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
  /** What everybody gets who asked since. */
  next?: Promise<T>;
}
