import { MerchantBucket } from "@countinghouse/contract/funds/ledger/ledger-enumerations.ts";
import { bucketFields } from "@countinghouse/contract/funds/ledger/ledger-movements.ts";
import { merchantBalance } from "@countinghouse/contract/funds/ledger/merchant-balance.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { MoneyCell } from "@countinghouse/ui/cells/money-cell.tsx";
import { usePhone } from "@countinghouse/ui/layout/use-phone.ts";
import { Link } from "react-router";
import { useLocale, useWords } from "../../../../platform/i18n/use-words.ts";
import { paymentMode } from "../../../../platform/session/payment-mode.ts";
import { useStore } from "../../../../platform/state/store.ts";
import { useWidgetAnswer } from "../home.answer.service.ts";
import { WidgetCard } from "../home.card.detail.tsx";
import { widgetMessages } from "../home.widgets.messages.ts";

/** What is always told. */
const firstFields: readonly string[] = [bucketFields.pending, bucketFields.available];

/** What merchants own with us, a currency at a time and by where it is. */
export function BalanceWidget() {
  const words = useWords(widgetMessages).figures;
  const locale = useLocale();
  const mode = useStore(paymentMode);
  const totals = useWidgetAnswer(merchantBalance, "totals", { mode });
  const isPhone = usePhone();
  // Where there is no room for all, what holds nothing in any currency is left out.
  const shown = Object.entries(bucketFields).filter(
    ([, field]) => !isPhone || firstFields.includes(field) || totals.some((total) => total[field] !== "0"),
  );
  return (
    <WidgetCard tools={<Link to="/finance/balance">{words.allBalances}</Link>}>
      <div className="home-body home-scroll">
        {totals.length === 0 ? <p className="home-empty">{words.noBalance}</p> : null}
        {totals.length > 0 ? (
          <table className="home-table home-balances">
            <thead>
              <tr>
                <th scope="col">{words.currency}</th>
                {shown.map(([bucket]) => (
                  <th key={bucket} scope="col" className="home-figure">
                    {MerchantBucket.memberOf(bucket)?.text[locale] ?? bucket}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {totals.map((total) => (
                <tr key={total.currency}>
                  <td>{total.currency}</td>
                  {shown.map(([bucket, field]) => (
                    <td key={bucket} className="home-figure">
                      <MoneyCell amount={fromWire(total[field], total.currency)} isPlain />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        ) : null}
      </div>
    </WidgetCard>
  );
}
