import { useState } from "react";

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/**
 * What stands in an input whose text is more than its value, such as half an amount: kept for as long as it means the
 * value, and written anew once that was changed elsewhere, by whoever starts over or reads the record again.
 */
export function useTyped<V, T = string>(value: V, write: (value: V) => T) {
  const [typed, setTyped] = useState(() => ({ value, text: write(value) }));
  const text = isSame(typed.value, value) ? typed.text : write(value);
  return [text, (next: T, meaning: V) => setTyped({ value: meaning, text: next })] as const;
}
