import { fill } from "@countinghouse/contract/kit/locale.ts";
import { orderRefundMessages } from "@countinghouse/contract/payments/order-refund/order-refund.messages.ts";
import { type OrderRefund, orderRefund } from "@countinghouse/contract/payments/order-refund/order-refund.ts";
import type { PaymentDue } from "@countinghouse/contract/payments/payment-due/payment-due.ts";
import { formatMoney } from "@countinghouse/money/format.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useOperation } from "../../../platform/api/use-operation.ts";
import { currentLocale } from "../../../platform/i18n/language.ts";
import { useLocale, useWords, wordsNow } from "../../../platform/i18n/use-words.ts";
import { AskOnce } from "../../../platform/pages/ask-once.tsx";
import { formsOf } from "../../../platform/pages/form-declaration.ts";
import type { RowFormProps } from "../../../platform/pages/paged-resource.ts";
import { renewRefunds } from "../../../platform/payments/refund-news.ts";
import { RefundEntry } from "./order-refund.entry.part.tsx";
import { refundScreenMessages } from "./order-refund.messages.ts";

const amountOf = ({ amount, currency }: Pick<OrderRefund, "amount" | "currency">): string =>
  formatMoney(fromWire(amount, currency), { language: currentLocale() });

/** A question that says what becomes of the money, to the unit. */
const saying = (sentence: "approveText" | "cancelText" | "retryText") => ({
  ask: ({ row }: { readonly row: OrderRefund }) => ({
    title: `${wordsNow(orderRefundMessages).actions[sentence.replace("Text", "") as "approve"]} · ${row.refundNo}`,
    text: fill(wordsNow(refundScreenMessages)[sentence], { amount: amountOf(row), orderNo: row.orderNo }),
  }),
});

/** Sends an unapplied payment back to whoever paid it; opened on the payment. */
function ReturnDue({ record, onClose }: RowFormProps) {
  const due = record as unknown as PaymentDue;
  const words = useWords(refundScreenMessages);
  const { actions } = useWords(orderRefundMessages);
  const language = useLocale();
  const client = useQueryClient();
  const { attempt } = useOperation(orderRefund, "returnDue");
  // What was booked for its merchant lies in no payers' account: all of it goes back.
  const minor = due.heldAmount === "0" ? due.amount : due.heldAmount;
  const question = {
    title: fill(words.returnTitle, { amount: formatMoney(fromWire(minor, due.currency), { language }) }),
    text: words.returnText,
    confirm: actions.returnDue,
  };
  const answer = async (isConfirmed: boolean) => {
    if (isConfirmed && (await attempt({ dueId: due.id, version: due.version }))) renewRefunds(client);
    onClose();
  };
  return <AskOnce question={question} onAnswer={(isConfirmed) => void answer(isConfirmed)} />;
}

export const forms = formsOf(orderRefund, orderRefundMessages, {
  add: RefundEntry as never,
  returnDue: ReturnDue as never,
  approve: saying("approveText"),
  reject: {
    isDeed: true,
    fields: [{ field: "reason", isWide: true }],
    start: (row) => ({ id: row?.id, version: row?.version }),
  },
  resolveExcess: {
    isDeed: true,
    fields: [
      { field: "cause", isWide: true },
      { field: "note", isWide: true },
    ],
    start: (row) => ({ id: row?.id, version: row?.version }),
  },
  settleTold: {
    isDeed: true,
    fields: [
      { field: "outcome", isWide: true },
      { field: "note", isWide: true },
    ],
    start: (row) => ({ id: row?.id, version: row?.version }),
  },
  cancel: saying("cancelText"),
  retry: saying("retryText"),
});
