import { Copyable } from "./copyable.tsx";

/** A record number: its prefix, the day, and the ten characters that make it unique. */
const recordNumber = /^([A-Z]{2})\d{8}([0-9A-Z]{10})$/;
/** Ids up to this length are shown whole: short codes mean something to their users. */
const wholeUpTo = 16;

/**
 * Shortens a long id: a record number to its prefix and its ten unique characters, everything else to the first six and
 * last four.
 */
export function middleCut(id: string): string {
  const [, mark, own] = recordNumber.exec(id) ?? [];
  if (mark && own) return `${mark}…${own}`;
  return id.length > wholeUpTo ? `${id.slice(0, 6)}…${id.slice(-4)}` : id;
}

/** An id in mono type, its middle cut, copied whole by a click. */
export function IdCell({ value }: { value: string | number }) {
  const text = String(value);
  return (
    <Copyable value={text} className="ch-mono">
      {middleCut(text)}
    </Copyable>
  );
}
