import type { Hold } from "@countinghouse/contract/funds/ledger/ledger-movements.ts";
import { merchantBalanceMessages } from "@countinghouse/contract/funds/ledger/merchant-balance.messages.ts";
import {
  type Adjustment,
  type MerchantBalance,
  merchantBalance,
} from "@countinghouse/contract/funds/ledger/merchant-balance.ts";
import type { InputProps } from "@countinghouse/ui/fields/inputs.tsx";
import { MoneyInput } from "@countinghouse/ui/fields/money-input.tsx";
import { useMemo } from "react";
import { useWords } from "../../../platform/i18n/use-words.ts";
import type { RowFormProps } from "../../../platform/pages/paged-resource.ts";
import { RecordForm } from "../../../platform/pages/record-form.tsx";

type FormProps = RowFormProps<MerchantBalance>;

/** Where an operation on a balance takes place. */
const placeOf = (record: MerchantBalance | undefined) =>
  record && { merchantId: record.merchantId, currency: record.currency, mode: record.mode };

/** Asks for a correction by hand, which somebody else has to book. */
export function BalanceAdjust({ record, onClose }: FormProps) {
  const { text } = useWords(merchantBalanceMessages);
  return (
    <RecordForm
      resource={merchantBalance}
      operation="adjust"
      fields={[
        { field: "amount", hint: text.amountHint, isWide: true },
        { field: "reason", isWide: true },
        { field: "evidence", hint: text.evidenceHint, isWide: true },
      ]}
      of={record}
      initial={placeOf(record)}
      onClose={onClose}
    />
  );
}

/** Moves an available amount to the frozen bucket. */
export function BalanceFreeze({ record, onClose }: FormProps) {
  const { text } = useWords(merchantBalanceMessages);
  return (
    <RecordForm
      resource={merchantBalance}
      operation="freeze"
      fields={["amount", { field: "expireTime", hint: text.expireHint }, { field: "reason", isWide: true }]}
      of={record}
      initial={placeOf(record)}
      onClose={onClose}
    />
  );
}

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
      fields={[
        { field: "amount", hint: text.releaseHint, input: amountInput, isWide: true },
        { field: "reason", isWide: true },
      ]}
      initial={{ merchantId, id }}
      onClose={onClose}
    />
  );
}

/** Rejects a correction that somebody asked for. */
export const AdjustmentReject = ({ record, onClose }: RowFormProps<Adjustment>) => (
  <RecordForm
    resource={merchantBalance}
    operation="reject"
    fields={[{ field: "reason", isWide: true }]}
    initial={record && { merchantId: record.merchantId, id: record.id, version: record.version }}
    onClose={onClose}
  />
);
