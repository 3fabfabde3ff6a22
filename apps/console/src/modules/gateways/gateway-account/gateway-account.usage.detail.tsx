import { gatewayAccountMessages } from "@countinghouse/contract/gateways/gateway-account/gateway-account.messages.ts";
import {
  type GatewayAccountDetail as Detail,
  gatewayAccount,
} from "@countinghouse/contract/gateways/gateway-account/gateway-account.ts";
import { AmountText } from "../../../platform/gateways/cells.tsx";
import "../../../platform/gateways/gateways.css";
import { ScrollX } from "../../../platform/gateways/scroll-x.tsx";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { Answered } from "../../../platform/pickers/answered.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";

/** What was paid over the account, each figure above the limit that it is measured by. */
export function AccountUsage({ account }: { readonly account: Detail }) {
  const { text } = useWords(gatewayAccountMessages);
  const answer = useAnswer(gatewayAccount, "usage", { id: account.id });
  return (
    <section>
      <h3 className="ch-section-title">{text.usage}</h3>
      <Answered answer={answer}>
        {(data) =>
          data.length === 0 ? (
            <p className="ch-lines-muted">{text.noUsage}</p>
          ) : (
            <ScrollX label={text.usage}>
              <table className="ch-figures">
                <thead>
                  <tr>
                    {[text.today, text.paymentsToday, text.thisMonth].map((title) => (
                      <th key={title} scope="col" className="ch-figure">
                        {title}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {data.map((usage) => (
                    <UsageLine
                      key={usage.currency}
                      usage={usage}
                      limit={account.limits.find(({ currency }) => currency === usage.currency)}
                    />
                  ))}
                </tbody>
              </table>
            </ScrollX>
          )
        }
      </Answered>
    </section>
  );
}

interface UsageLineProps {
  readonly usage: {
    readonly currency: string;
    readonly dailyAmount: string;
    readonly dailyCount: number;
    readonly monthlyAmount: string;
  };
  readonly limit: Detail["limits"][number] | undefined;
}

function UsageLine({ usage, limit }: UsageLineProps) {
  const { currency, dailyAmount, dailyCount, monthlyAmount } = usage;
  return (
    <tr>
      <td className="ch-figure">
        <AmountText minor={dailyAmount} currency={currency} />
        <AmountLimit minor={limit?.dailyAmount} currency={currency} />
      </td>
      <td className="ch-figure">
        {dailyCount.toLocaleString("en-US")}
        {limit?.dailyCount && <div className="ch-lines-muted">≤ {limit.dailyCount.toLocaleString("en-US")}</div>}
      </td>
      <td className="ch-figure">
        <AmountText minor={monthlyAmount} currency={currency} />
        <AmountLimit minor={limit?.monthlyAmount} currency={currency} />
      </td>
    </tr>
  );
}

const AmountLimit = ({ minor, currency }: { readonly minor: string | null | undefined; readonly currency: string }) =>
  minor ? (
    <div className="ch-lines-muted">
      ≤ <AmountText minor={minor} currency={currency} />
    </div>
  ) : null;
