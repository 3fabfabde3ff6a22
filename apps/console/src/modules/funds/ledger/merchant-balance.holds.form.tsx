import type { Hold } from "@countinghouse/contract/funds/ledger/ledger-movements.ts";
import { merchantBalanceMessages } from "@countinghouse/contract/funds/ledger/merchant-balance.messages.ts";
import { merchantBalance } from "@countinghouse/contract/funds/ledger/merchant-balance.ts";
import type { InputProps } from "@countinghouse/ui/fields/inputs.tsx";
import { MoneyInput } from "@countinghouse/ui/fields/money-input.tsx";
import { useMemo } from "react";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { RecordForm } from "../../../platform/pages/record-form.tsx";

interface HoldReleaseProps {
  readonly merchantId: string;
  readonly hold: Hold;
  onClose(): void;
}

/** Releases what was frozen by hand, whole or in part. */
export function HoldRelease({ merchantId, hold: { id, currency }, onClose }: HoldReleaseProps) {
  const { text } = useWords(merchantBalanceMessages);
  // The form knows no currency: a hold has its own.
  const amountInput = useMemo(
    () => (props: InputProps<string>) => <MoneyInput {...props} currency={currency} />,
    [currency],
  );
  return (
    <RecordForm
      resource={merchantBalance}
      operation="unfreeze"
      fields={[{ field: "amount", hint: text.releaseHint, input: amountInput, isWide: true }, "reason"]}
      initial={{ merchantId, id }}
      onClose={onClose}
    />
  );
}
