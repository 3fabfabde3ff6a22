import { sysRateMessages } from "@countinghouse/contract/funds/rate/rate.messages.ts";
import { sysRate } from "@countinghouse/contract/funds/rate/rate.ts";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { RecordForm } from "../../../platform/pages/record-form.tsx";

/** Enters a rate by hand. */
export function RateAdd({ onClose }: { onClose(): void }) {
  const { text } = useWords(sysRateMessages);
  const fields = [
    "baseCurrency",
    "quoteCurrency",
    { field: "rate", hint: text.rateHint },
    { field: "effectiveTime", hint: text.effectiveHint },
    { field: "remark", isWide: true },
  ] as const;
  return <RecordForm resource={sysRate} operation="add" fields={fields} onClose={onClose} />;
}
