import type { CoinOrder } from "@countinghouse/contract/coin-order/coin-order.ts";
import {
  AwaitingReason,
  OrderDisputeStatus,
  OrderRefundStatus,
  OrderStatus,
} from "@countinghouse/contract/coin-order/order-enumerations.ts";
import { DeclineCode } from "@countinghouse/contract/decline-codes.ts";
import type { Enumeration } from "@countinghouse/contract/kit/enumeration.ts";
import { PaymentMethodCategory, PaymentMode } from "@countinghouse/contract/payment-enumerations.ts";
import { StatusChip } from "@countinghouse/ui/cells/status-chip.tsx";
import { TextCell, Unknown } from "@countinghouse/ui/cells/text-cell.tsx";
import { useLocale } from "../../platform/i18n/use-words.ts";

type Row = { readonly row: CoinOrder };

interface ChipOfProps {
  readonly enumeration: Enumeration;
  readonly value: string | null;
  readonly isFlat?: boolean;
}

/** A value of an enumeration as its chip; nothing for none, and the bare value of a newer server. */
export function ChipOf({ enumeration, value, isFlat = false }: ChipOfProps) {
  const locale = useLocale();
  if (value === null) return null;
  const member = enumeration.memberOf(value);
  if (!member) return <StatusChip text={value} isFlat={isFlat} />;
  return <StatusChip text={member.text[locale]} tone={member.tone} shape={member.shape} isFlat={isFlat} />;
}

/** Where an order stands, what it waits for, and what came after the payment. */
export const OrderState = ({ row }: Row) => (
  <span className="order-states">
    <ChipOf enumeration={OrderStatus} value={row.status} />
    <ChipOf enumeration={AwaitingReason} value={row.awaitingReason} isFlat />
    {row.refundStatus === "none" ? null : <ChipOf enumeration={OrderRefundStatus} value={row.refundStatus} isFlat />}
    {row.disputeStatus === "none" ? null : <ChipOf enumeration={OrderDisputeStatus} value={row.disputeStatus} isFlat />}
    {row.mode === "test" ? <ChipOf enumeration={PaymentMode} value="test" isFlat /> : null}
  </span>
);

const brands: Readonly<Record<string, string>> = {
  visa: "Visa",
  mastercard: "Mastercard",
  amex: "American Express",
  jcb: "JCB",
  unionpay: "UnionPay",
  discover: "Discover",
  diners: "Diners Club",
};

/** How a card's brand is written. */
export const brandName = (brand: string): string => brands[brand.toLowerCase()] ?? brand;

type Paid = Pick<CoinOrder, "cardBrand" | "cardLast4" | "paymentMethod"> & { readonly methodCategory?: string | null };

/** What the payer paid with: the card as cardholders know it, or the kind of method and its code. */
export function MethodName({ of: { cardBrand, cardLast4, paymentMethod, methodCategory } }: { readonly of: Paid }) {
  const locale = useLocale();
  if (cardLast4) return <span className="order-method">{`${brandName(cardBrand ?? "card")} ·· ${cardLast4}`}</span>;
  if (!paymentMethod) return <Unknown />;
  const category = methodCategory ? PaymentMethodCategory.memberOf(methodCategory)?.text[locale] : undefined;
  return <TextCell value={category ? `${category} · ${paymentMethod}` : paymentMethod} />;
}

export const MethodCell = ({ row }: Row) => <MethodName of={row} />;

/** Who sells, and the number it gave the order. */
export const MerchantCell = ({ row: { merchantName, merchantOrderNo } }: Row) => (
  <span className="order-two">
    <span className="ch-cut">{merchantName}</span>
    <small className="ch-cut">{merchantOrderNo}</small>
  </span>
);

/** Why a payment was declined, in words. */
export function DeclineName({ code }: { readonly code: string | null }) {
  const locale = useLocale();
  if (!code) return <Unknown />;
  return <TextCell value={DeclineCode.memberOf(code)?.text[locale] ?? code} />;
}

export const FailureCell = ({ row }: Row) => <DeclineName code={row.failureCode} />;
