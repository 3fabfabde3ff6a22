import { fill } from "@countinghouse/contract/kit/locale.ts";
import { merPaymentMethodCfgMessages } from "@countinghouse/contract/merchants/mer-payment-method-cfg/mer-payment-method-cfg.messages.ts";
import type { MerPaymentMethodCfg } from "@countinghouse/contract/merchants/mer-payment-method-cfg/mer-payment-method-cfg.ts";
import { CardRegion, PaymentMethodCategory } from "@countinghouse/contract/payment-enumerations.ts";
import { formatMoney } from "@countinghouse/money/format.ts";
import { formatPercent } from "@countinghouse/money/rate.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { TwoLineCell } from "@countinghouse/ui/cells/text-cell.tsx";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { useMethodNames } from "../../../platform/payments/method-names.ts";
import { useOwnMerchant } from "../../../platform/session/session.ts";
import "./mer-payment-method-cfg.css";

interface RuleProps {
  readonly row: MerPaymentMethodCfg;
}

/** What a rule prices, as a price list names it: “Visa · Domestic”. */
export function useScopeWords(): (row: MerPaymentMethodCfg) => string {
  const { text } = useWords(merPaymentMethodCfgMessages);
  const locale = useLocale();
  const methodOf = useMethodNames();
  return ({ method, methodCategory, cardRegion, currency }) => {
    const category = methodCategory && PaymentMethodCategory.memberOf(methodCategory)?.text[locale];
    const subject = method ? methodOf(method) : (category ?? text.anyMethod);
    const region = cardRegion === "any" ? undefined : CardRegion.memberOf(cardRegion)?.text[locale];
    return [subject, region, currency ?? text.anyCurrency].filter(Boolean).join(" · ");
  };
}

/** What a rule takes: “2.9 % + 0.30 USD”, and its limits and tiers. */
export function usePriceWords(): (row: MerPaymentMethodCfg) => { readonly price: string; readonly limits: string } {
  const { text } = useWords(merPaymentMethodCfgMessages);
  const language = useLocale();
  return (row) => {
    const amount = (minor: string) =>
      row.currency ? formatMoney(fromWire(minor, row.currency), { language, show: "code" }) : minor;
    const fixed = row.fixed === "0" ? "" : ` + ${amount(row.fixed)}`;
    const tiers = row.tiers.map(({ from, percent }) =>
      fill(text.tierFrom, { amount: amount(from), percent: formatPercent(percent) }),
    );
    const limits = [
      ...tiers,
      ...(row.minFee ? [fill(text.atLeast, { amount: amount(row.minFee) })] : []),
      ...(row.maxFee ? [fill(text.atMost, { amount: amount(row.maxFee) })] : []),
    ];
    return { price: `${formatPercent(row.percent)} %${fixed}`, limits: limits.join(" · ") };
  };
}

/** A line of a price list: what is priced, over whose price it is where there is more than one merchant. */
export function ScopeCell({ row }: RuleProps) {
  const { text } = useWords(merPaymentMethodCfgMessages);
  const scope = useScopeWords()(row);
  const owner = useOwnMerchant() ? undefined : (row.merchantName ?? text.defaultPlan);
  return owner ? <TwoLineCell first={scope} second={owner} /> : <span className="ch-cut">{scope}</span>;
}

/** A line of a price list: the price, over what limits it. */
export function PriceCell({ row }: RuleProps) {
  const { price, limits } = usePriceWords()(row);
  if (!limits) return <span className="ch-cut">{price}</span>;
  return (
    <span className="ch-price-cell">
      <TwoLineCell first={price} second={limits} />
    </span>
  );
}
