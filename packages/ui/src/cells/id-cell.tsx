import { Copyable } from "./copyable.tsx";

/** A number of a record: its mark, the day, and the ten characters by which it differs from every other. */
const recordNumber = /^([A-Z]{2})\d{8}([0-9A-Z]{10})$/;
/** What is no longer than this stands whole: short codes are words to those who use them. */
const wholeUpTo = 16;

/** Shortens a long id: a record's number to its mark and its own ten characters, everything else to six and four. */
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
