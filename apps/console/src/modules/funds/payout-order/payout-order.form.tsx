import { beneficiaryNeeds } from "@countinghouse/contract/funds/payout-order/beneficiary.ts";
import { payoutOrderMessages } from "@countinghouse/contract/funds/payout-order/payout-order.messages.ts";
import { payoutOrder } from "@countinghouse/contract/funds/payout-order/payout-order.ts";
import type { PayoutOrder } from "@countinghouse/contract/funds/payout-order/payout-order-record.ts";
import { decided, marking, remarking, saying, transferForms } from "../../../platform/funds/outbound-forms.ts";
import { useWords, wordsNow } from "../../../platform/i18n/use-words.ts";
import { formsOf } from "../../../platform/pages/form-declaration.ts";
import "./payout-order.css";
import { PayoutFileAdd } from "./payout-order.file.form.tsx";
import { payoutOrderScreenMessages } from "./payout-order.messages.ts";
import { Reveal } from "./payout-order.reveal.part.tsx";

/** Asks what becomes of the money. */
const asking = (action: "cancel" | "submit" | "execute") =>
  saying<PayoutOrder>(
    (row) => `${wordsNow(payoutOrderMessages).actions[action]} · ${row.payoutOrderNo}`,
    () => wordsNow(payoutOrderScreenMessages).questions[action],
  );

/** What becomes of the account's number. */
function SealedNote() {
  return <p className="funds-quiet">{useWords(payoutOrderScreenMessages).sealed}</p>;
}

type Values = Readonly<Record<string, unknown>>;

/** The details that the chosen country and method take; none before both are chosen. */
const detailsFor = ({ country, method }: Values) =>
  typeof country === "string" && typeof method === "string"
    ? beneficiaryNeeds({ country, method: method as "bank_local" }).map(({ field }) => field)
    : [];

export const forms = formsOf(payoutOrder, payoutOrderMessages, {
  add: {
    isDeed: true,
    start: (_row, { mode }) => ({ mode, method: "bank_local", beneficiaryType: "company", purpose: "supplier" }),
    fields: ({ values }) => [
      "merchantPayoutNo",
      "currency",
      "amount",
      "country",
      "method",
      "beneficiaryType",
      "beneficiaryName",
      ...detailsFor(values),
      "purpose",
      "reference",
      "appId",
    ],
    note: SealedNote,
  },
  batchAdd: PayoutFileAdd,
  ...transferForms,
  approve: remarking,
  retry: { ...marking, fields: ["merchantPayoutNo"] },
  cancel: asking("cancel"),
  submit: asking("submit"),
  execute: asking("execute"),
  markReturned: {
    ...remarking,
    start: (row) => ({ ...decided(row), amount: row?.sentAmount, currency: row?.currency }),
    fields: ["amount", { field: "remark", isWide: true }],
  },
  reveal: Reveal,
});
