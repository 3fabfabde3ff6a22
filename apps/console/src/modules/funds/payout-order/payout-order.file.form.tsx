import { payoutColumns } from "@countinghouse/contract/funds/payout-order/payout-columns.ts";
import { payoutOrderMessages } from "@countinghouse/contract/funds/payout-order/payout-order.messages.ts";
import {
  payoutFileBytesMax,
  payoutFileRowsMax,
  payoutOrder,
} from "@countinghouse/contract/funds/payout-order/payout-order.ts";
import { PayoutRowVerdict } from "@countinghouse/contract/funds/payout-order/payout-order-enumerations.ts";
import type { PayoutFileCheck } from "@countinghouse/contract/funds/payout-order/payout-order-record.ts";
import { fill, type Locale } from "@countinghouse/contract/kit/locale.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { MoneyCell } from "@countinghouse/ui/cells/money-cell.tsx";
import { Button, Checkbox } from "antd";
import { useState } from "react";
import { CallError } from "../../../platform/api/call-error.ts";
import { toastFailure, useOperation } from "../../../platform/api/use-operation.ts";
import { FileChoice, rowsOrWorkbook } from "../../../platform/files/file-choice.tsx";
import { base64Of } from "../../../platform/files/send-file.ts";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { FormFrame } from "../../../platform/pages/form-frame.tsx";
import type { RowFormProps } from "../../../platform/pages/paged-resource.ts";
import { pagesMessages } from "../../../platform/pages/pages.messages.ts";
import { ChipOf } from "../../../platform/payments/chip-of.tsx";
import { paymentMode } from "../../../platform/session/payment-mode.ts";
import { useStore } from "../../../platform/state/store.ts";
import "./payout-order.css";
import { payoutOrderScreenMessages } from "./payout-order.messages.ts";

const countOf = ({ totals }: PayoutFileCheck, ...verdicts: readonly string[]): number =>
  totals.reduce((sum, { verdict, count }) => (verdicts.includes(verdict) ? sum + count : sum), 0);

/** Payouts by file: what becomes of every row is shown before anything is asked for. */
export function PayoutFileAdd({ onClose }: RowFormProps) {
  const screen = useWords(payoutOrderScreenMessages);
  const { actions } = useWords(payoutOrderMessages);
  const pages = useWords(pagesMessages);
  const [isLeftOut, setLeftOut] = useState(false);
  const { file, choose, checked, refusal, pay, isBusy } = usePayoutFile(onClose);
  const refused = checked ? countOf(checked, "refused") : 0;
  const payable = checked ? countOf(checked, "pay", "review") : 0;
  const isReady = payable > 0 && (refused === 0 || isLeftOut);
  const foot = (
    <>
      <Button onClick={onClose}>{pages.cancel}</Button>
      <Button type="primary" loading={isBusy} disabled={!isReady} onClick={() => void pay(isLeftOut)}>
        {fill(screen.pay, { count: payable })}
      </Button>
    </>
  );
  return (
    <FormFrame kind="modal" title={actions.batchAdd} foot={foot} onClose={onClose}>
      <p className="funds-quiet">{screen.nothingYet}</p>
      <FileChoice
        accept={rowsOrWorkbook}
        file={file}
        bytesMax={payoutFileBytesMax}
        isDisabled={isBusy}
        onChoose={(one) => void choose(one)}
      />
      {refusal ? (
        <p className="ch-field-error" role="alert">
          {refusal}
        </p>
      ) : null}
      {checked ? <Checked checked={checked} /> : <Columns />}
      {refused > 0 && payable > 0 ? (
        <Checkbox checked={isLeftOut} onChange={({ target }) => setLeftOut(target.checked)}>
          {fill(screen.leaveOut, { count: refused })}
        </Checkbox>
      ) : null}
    </FormFrame>
  );
}

/** What a file has to hold, and an empty one with the headings. */
function Columns() {
  const screen = useWords(payoutOrderScreenMessages);
  const locale = useLocale();
  return (
    <p className="funds-quiet">
      {fill(screen.fileHint, { rows: payoutFileRowsMax })} {screen.columns}{" "}
      <a href={`data:text/csv;charset=utf-8,${encodeURIComponent(template(locale))}`} download="payouts.csv">
        {screen.template}
      </a>
    </p>
  );
}

/** An empty file with the headings in the reader's language; the mark in front tells programs how it is written. */
const template = (locale: Locale): string =>
  `\uFEFF${Object.values(payoutColumns)
    .map(({ text }) => text[locale])
    .join(",")}\r\n`;

/** The chosen file, what a dry run said of it, and the way to ask for its payouts. */
function usePayoutFile(onClose: () => void) {
  const mode = useStore(paymentMode);
  const [file, setFile] = useState<File>();
  const [checked, setChecked] = useState<PayoutFileCheck>();
  const [refusal, setRefusal] = useState<string>();
  const check = useOperation(payoutOrder, "batchCheck", { success: null });
  const add = useOperation(payoutOrder, "batchAdd");
  const inputOf = async (of: File) => ({ mode, fileName: of.name.slice(-128), data: await base64Of(of) });
  const told = (error: unknown) => {
    const ofFile = error instanceof CallError && error.fields.find(({ field }) => field === "data");
    if (ofFile) setRefusal(ofFile.message);
    else toastFailure(error);
  };
  const choose = async (chosen: File) => {
    setFile(chosen);
    setChecked(undefined);
    setRefusal(undefined);
    try {
      setChecked(await check.run(await inputOf(chosen)));
    } catch (error) {
      told(error);
    }
  };
  const pay = async (leaveOutRefused: boolean) => {
    if (!file) return;
    try {
      await add.run({ ...(await inputOf(file)), leaveOutRefused });
      onClose();
    } catch (error) {
      told(error);
    }
  };
  return { file, choose, checked, refusal, pay, isBusy: check.isRunning || add.isRunning };
}

const Amount = ({ minor, currency }: { readonly minor: string | null; readonly currency: string | null }) =>
  minor !== null && currency ? <MoneyCell amount={fromWire(minor, currency)} isPlain /> : "–";

/** What would become of the file: its sums, and every row. */
function Checked({ checked: { rows, totals } }: { readonly checked: PayoutFileCheck }) {
  const { fields } = useWords(payoutOrderMessages);
  const screen = useWords(payoutOrderScreenMessages);
  return (
    <>
      <table className="payout-table">
        <thead>
          <tr>
            {[fields.verdict, screen.rows, fields.amount, fields.feeAmount, fields.debitedAmount].map((name) => (
              <th key={name}>{name}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {totals.map(({ verdict, currency, count, amount, feeAmount, debitedAmount }) => (
            <tr key={`${verdict} ${currency}`}>
              <th>
                <ChipOf enumeration={PayoutRowVerdict} value={verdict} isFlat />
              </th>
              <td>{count}</td>
              {[amount, feeAmount, debitedAmount].map((minor, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: three figures in a fixed order.
                <td key={at}>
                  <Amount minor={minor} currency={currency} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <div className="payout-scroll">
        <table className="payout-table">
          <thead>
            <tr>
              {[fields.row, fields.verdict, fields.merchantPayoutNo, fields.beneficiaryName, fields.amount].map(
                (name) => (
                  <th key={name}>{name}</th>
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ row, verdict, refusal, merchantPayoutNo, beneficiaryName, amount, currency }) => (
              <tr key={row}>
                <th>{row}</th>
                <td>{refusal ?? <ChipOf enumeration={PayoutRowVerdict} value={verdict} isFlat />}</td>
                <td>{merchantPayoutNo}</td>
                <td>{beneficiaryName}</td>
                <td>
                  <Amount minor={amount} currency={currency} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
