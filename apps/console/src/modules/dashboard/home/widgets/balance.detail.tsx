import { MerchantBucket } from "@countinghouse/contract/funds/ledger/ledger-enumerations.ts";
import { bucketFields } from "@countinghouse/contract/funds/ledger/ledger-movements.ts";
import { merchantBalance } from "@countinghouse/contract/funds/ledger/merchant-balance.ts";
import { sum } from "@countinghouse/money/money.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { MoneyCell } from "@countinghouse/ui/cells/money-cell.tsx";
import { Link } from "react-router";
import { useLocale, useWords } from "../../../../platform/i18n/use-words.ts";
import { paymentMode } from "../../../../platform/session/payment-mode.ts";
import { useStore } from "../../../../platform/state/store.ts";
import { useWidgetAnswer } from "../home.answer.hook.ts";
import { WidgetCard } from "../home.card.detail.tsx";
import { figureMessages } from "../home.figures.messages.ts";

const buckets = Object.entries(bucketFields);

/** What merchants own with us, a currency at a time, as a bar of where it is. */
export function BalanceWidget() {
  const words = useWords(figureMessages);
  const locale = useLocale();
  const mode = useStore(paymentMode);
  const totals = useWidgetAnswer(merchantBalance, "totals", { mode });
  const nameOf = (bucket: string) => MerchantBucket.memberOf(bucket)?.text[locale] ?? bucket;
  return (
    <WidgetCard tools={<Link to="/finance/balance">{words.allBalances}</Link>}>
      <p className="home-bucket-names">
        {buckets.map(([bucket]) => (
          <span key={bucket} data-bucket={bucket}>
            {nameOf(bucket)}
          </span>
        ))}
      </p>
      {totals.length === 0 && <p className="home-empty">{words.noBalance}</p>}
      <ul className="home-balances">
        {totals.map((total) => {
          const parts = buckets.map(([bucket, field]) => ({ bucket, amount: fromWire(total[field], total.currency) }));
          return (
            <li key={total.currency}>
              <span>{total.currency}</span>
              <b>
                <MoneyCell
                  amount={sum(
                    total.currency,
                    parts.map(({ amount }) => amount),
                  )}
                  isPlain
                />
              </b>
              <div className="home-buckets" aria-hidden="true">
                {parts
                  .filter(({ amount }) => amount.amountMinor > 0n)
                  .map(({ bucket, amount }) => (
                    <i key={bucket} data-bucket={bucket} style={{ flexGrow: Number(amount.amountMinor) }} />
                  ))}
              </div>
              <ul className="home-bucket-parts">
                {parts.map(({ bucket, amount }) => (
                  <li key={bucket} data-bucket={bucket} data-none={amount.amountMinor === 0n || undefined}>
                    <span className="ch-sr">{nameOf(bucket)} </span>
                    <MoneyCell amount={amount} isPlain />
                  </li>
                ))}
              </ul>
            </li>
          );
        })}
      </ul>
    </WidgetCard>
  );
}
