import { gatewayAccountPaymentMethodMessages } from "@countinghouse/contract/gateways/gateway-account-payment-method/gateway-account-payment-method.messages.ts";
import type { GatewayMethodCost } from "@countinghouse/contract/gateways/gateway-account-payment-method/gateway-account-payment-method.ts";
import { formatPercent } from "@countinghouse/money/rate.ts";
import { useWords } from "../i18n/use-words.ts";

/** A method's current cost, from the lowest to the highest percentage; without fixed parts. */
export function PriceSpan({ cost }: { readonly cost: readonly GatewayMethodCost[] }) {
  const { text } = useWords(gatewayAccountPaymentMethodMessages);
  const rates = cost.filter(({ isCurrent }) => isCurrent).map(({ percent }) => percent);
  if (rates.length === 0) return <span className="ch-lines-muted">{text.byDefault}</span>;
  const [low, high] = [Math.min(...rates), Math.max(...rates)].map(formatPercent);
  return <span className="ch-price">{low === high ? `${low} %` : `${low} – ${high} %`}</span>;
}
