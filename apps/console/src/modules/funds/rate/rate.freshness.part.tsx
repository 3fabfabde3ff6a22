import { sysRateMessages } from "@countinghouse/contract/funds/rate/rate.messages.ts";
import { StatusChip } from "@countinghouse/ui/cells/status-chip.tsx";
import { useWords } from "../../../platform/i18n/use-words.ts";

/** Whether a rate can still be used, in a word and a colour. */
export function Freshness({ row }: { readonly row: { readonly isStale: boolean } }) {
  const { text } = useWords(sysRateMessages);
  return row.isStale ? (
    <StatusChip text={text.stale} tone="warning" shape="hollow" />
  ) : (
    <StatusChip text={text.fresh} tone="success" />
  );
}
