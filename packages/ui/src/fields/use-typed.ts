import { useState } from "react";

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/**
 * Text of an input that says more than its value, such as an incomplete amount: kept while it still means the value,
 * and rewritten once the value was changed elsewhere, by a reset or a reload.
 */
export function useTyped<V, T = string>(value: V, write: (value: V) => T) {
  const [typed, setTyped] = useState(() => ({ value, text: write(value) }));
  const text = isSame(typed.value, value) ? typed.text : write(value);
  return [text, (next: T, meaning: V) => setTyped({ value: meaning, text: next })] as const;
}
