import { useUiWords } from "../layout/ui-words.ts";
import { StatusChip } from "./status-chip.tsx";

/** Yes or no, in words and by the shape of its dot. */
export function BooleanCell({ value }: { value: boolean }) {
  const words = useUiWords();
  return value ? (
    <StatusChip text={words.yes} tone="success" isFlat />
  ) : (
    <StatusChip text={words.no} shape="hollow" isFlat />
  );
}
