import { Copyable } from "./copyable.tsx";

/** Cuts the middle out of a long id: six characters, an ellipsis, four. */
export const middleCut = (id: string): string => (id.length > 12 ? `${id.slice(0, 6)}…${id.slice(-4)}` : id);

/** An id in mono type, its middle cut, copied whole by a click. */
export function IdCell({ value }: { value: string | number }) {
  const text = String(value);
  return (
    <Copyable value={text} className="ch-mono">
      {middleCut(text)}
    </Copyable>
  );
}
