import { PaymentMethodCategory } from "@countinghouse/contract/payment-enumerations.ts";
import { TextCell, Unknown } from "@countinghouse/ui/cells/text-cell.tsx";
import { useLocale } from "../i18n/use-words.ts";
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
export const brandName = (brand: string): string => brands[brand.toLowerCase()] ?? brand;

interface Paid {
  readonly cardBrand: string | null;
  readonly cardLast4: string | null;
  readonly paymentMethod: string | null;
  readonly methodCategory?: string | null;
}

/** What the payer paid with: the card as cardholders know it, or the method by its name, or only its kind. */
export function MethodName({ of: { cardBrand, cardLast4, paymentMethod, methodCategory } }: { readonly of: Paid }) {
  const locale = useLocale();
  const nameOf = useMethodNames();
  if (cardLast4) return <span className="payment-method">{`${brandName(cardBrand ?? "card")} ·· ${cardLast4}`}</span>;
  if (paymentMethod) return <TextCell value={nameOf(paymentMethod)} />;
  const category = PaymentMethodCategory.memberOf(methodCategory)?.text[locale];
  return category ? <TextCell value={category} /> : <Unknown />;
}
