import { TextCell, Unknown } from "@countinghouse/ui/cells/text-cell.tsx";
import { useMethodNames } from "./method-names.ts";
import "./payments.css";

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
const brandName = (brand: string): string => brands[brand.toLowerCase()] ?? brand;

interface Paid {
  readonly cardBrand: string | null;
  readonly cardLast4: string | null;
  readonly paymentMethod: string | null;
}

/** What the payer paid with: the card as cardholders know it, or the method by its name. */
export function MethodName({ of: { cardBrand, cardLast4, paymentMethod } }: { readonly of: Paid }) {
  const nameOf = useMethodNames();
  if (cardLast4) return <span className="payment-method">{`${brandName(cardBrand ?? "card")} ·· ${cardLast4}`}</span>;
  return paymentMethod ? <TextCell value={nameOf(paymentMethod)} /> : <Unknown />;
}
