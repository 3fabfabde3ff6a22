import { payoutAccount } from "@countinghouse/contract/funds/payout-account/payout-account.ts";
import { reconMessages } from "@countinghouse/contract/funds/recon/recon.messages.ts";
import { type Recon, recon } from "@countinghouse/contract/funds/recon/recon.ts";
import { formatMoney } from "@countinghouse/money/format.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { Field } from "@countinghouse/ui/fields/field.tsx";
import { ChoiceInput, LongTextInput } from "@countinghouse/ui/fields/inputs.tsx";
import { MoneyInput } from "@countinghouse/ui/fields/money-input.tsx";
import { Button } from "antd";
import { useState } from "react";
import { CallError } from "../../../platform/api/call-error.ts";
import { isSent, toastFailure, useOperation } from "../../../platform/api/use-operation.ts";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { FormFrame } from "../../../platform/pages/form-frame.tsx";
import { pagesMessages } from "../../../platform/pages/pages.messages.ts";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import "./recon.css";
import { reconScreenMessages } from "./recon.messages.ts";

interface ReceiveProps {
  readonly record: Recon;
  onClose(): void;
}

/** Verified accounts of ours in the currency of a file. */
function useOurAccounts({ mode, currency }: Recon) {
  const { data } = useAnswer(payoutAccount, "page", {
    mode,
    kind: "funding",
    currency: [currency],
    verifyStatus: ["verified"],
    pageSize: 100,
  });
  return data?.items.map(({ id, bankName, last4 }) => ({ value: id, label: `${bankName} …${last4}` }));
}

/** Books that the gateway paid: into which account of ours, and how much of what the file says. */
export function ReconReceive({ record: row, onClose }: ReceiveProps) {
  const words = useWords(reconScreenMessages);
  const pages = useWords(pagesMessages);
  const { actions, fields } = useWords(reconMessages);
  const language = useLocale();
  const left = String(BigInt(row.payoutAmount ?? row.netAmount) - BigInt(row.receivedAmount));
  const [accountId, setAccount] = useState<string | null>(null);
  const [amount, setAmount] = useState<string | null>(left);
  const [reason, setReason] = useState<string | null>("");
  const [refusals, setRefusals] = useState<Readonly<Record<string, string>>>({});
  const { run, isRunning } = useOperation(recon, "receive");
  const choices = useOurAccounts(row);
  const submit = async () => {
    if (!accountId || !reason?.trim() || !amount) {
      setRefusals({
        ...(accountId ? {} : { payoutAccountId: pages.required }),
        ...(reason?.trim() ? {} : { reason: pages.required }),
        ...(amount ? {} : { amount: pages.required }),
      });
      return;
    }
    setRefusals({});
    try {
      await run({ id: row.id, version: row.version, payoutAccountId: accountId, amount, reason });
      onClose();
    } catch (error) {
      if (isSent(error)) return onClose();
      const said = error instanceof CallError ? error.fields : [];
      if (said.length === 0) toastFailure(error);
      setRefusals(Object.fromEntries(said.map(({ field, message }) => [field, message])));
    }
  };
  const foot = (
    <>
      <Button onClick={onClose}>{pages.cancel}</Button>
      <Button type="primary" loading={isRunning} onClick={() => void submit()}>
        {actions.receive}
      </Button>
    </>
  );
  return (
    <FormFrame kind="modal" title={`${actions.receive} · ${row.reconNo}`} foot={foot} onClose={onClose}>
      <div className="ch-form">
        <Field
          label={words.bank}
          isRequired
          isWide
          error={refusals.payoutAccountId}
          hint={choices?.length === 0 ? words.noBank : undefined}
        >
          {(facts) => (
            <ChoiceInput
              facts={facts}
              choices={choices ?? []}
              value={accountId}
              isRequired
              onChange={(next) => setAccount(next === null ? null : String(next))}
            />
          )}
        </Field>
        <Field
          label={fields.amount}
          isRequired
          isWide
          error={refusals.amount}
          hint={formatMoney(fromWire(left, row.currency), { language })}
        >
          {(facts) => <MoneyInput facts={facts} value={amount} currency={row.currency} onChange={setAmount} />}
        </Field>
        <Field label={fields.reason} isRequired isWide error={refusals.reason}>
          {(facts) => <LongTextInput facts={facts} value={reason} onChange={setReason} />}
        </Field>
      </div>
    </FormFrame>
  );
}
