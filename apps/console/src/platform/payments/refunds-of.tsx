import { type OrderRefund, orderRefund } from "@countinghouse/contract/payments/order-refund/order-refund.ts";
import { RefundReason, RefundStatus } from "@countinghouse/contract/payments/order-refund/refund-enumerations.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { MoneyCell } from "@countinghouse/ui/cells/money-cell.tsx";
import { TimeCell } from "@countinghouse/ui/cells/time-cell.tsx";
import { Link } from "react-router";
import { useMay } from "../access/allowed.tsx";
import { useLocale } from "../i18n/use-words.ts";
import { useAnswer } from "../pickers/use-answer.ts";
import { ChipOf } from "./chip-of.tsx";
import "./payments.css";
import { useRefundNews } from "./refund-news.ts";

interface OfOrder {
  readonly orderNo: string;
  readonly mode: OrderRefund["mode"];
}

/** As many refunds of one order as are listed. */
const shown = 50;

/** The refunds of an order, the newest first, for those who may see them. */
export function useRefundsOf({ orderNo, mode }: OfOrder): readonly OrderRefund[] {
  useRefundNews();
  const isEnabled = useMay()("orderRefund:page");
  const { data } = useAnswer(orderRefund, "page", { orderNo, mode, pageSize: shown }, { isEnabled });
  return data?.items ?? [];
}

/** Refunds as lines: number, where each stands, why, when and how much. */
export const RefundLines = ({ refunds }: { readonly refunds: readonly OrderRefund[] }) => (
  <ul className="refund-lines">
    {refunds.map((refund) => (
      <RefundLine key={refund.id} refund={refund} />
    ))}
  </ul>
);

function RefundLine({ refund }: { readonly refund: OrderRefund }) {
  const { id, refundNo, status, reason, refundTime, amount, currency, applicantName } = refund;
  const locale = useLocale();
  const why = [RefundReason.memberOf(reason)?.text[locale] ?? reason, applicantName].filter(Boolean).join(" · ");
  return (
    <li>
      <Link to={`/trade/refund?open=${id}`} className="ch-mono ch-cut">
        {refundNo}
      </Link>
      <span className="refund-lines-amount">
        <MoneyCell amount={fromWire(amount, currency)} isPlain />
      </span>
      <span className="refund-lines-why ch-cut">
        {why} · <TimeCell value={refundTime} />
      </span>
      <ChipOf enumeration={RefundStatus} value={status} />
    </li>
  );
}
