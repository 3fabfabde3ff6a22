import { merchantBalance } from "@countinghouse/contract/funds/ledger/merchant-balance.ts";
import { webhook } from "@countinghouse/contract/integration/webhook/webhook.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
import { orderStats } from "@countinghouse/contract/payments/order-stats/order-stats.ts";
import { currency as knownCurrency } from "@countinghouse/money/currency.ts";
import { sum, zero } from "@countinghouse/money/money.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { addDays, startOfDay } from "@countinghouse/ui/cells/instant.ts";
import { MoneyCell } from "@countinghouse/ui/cells/money-cell.tsx";
import { useTimeZone } from "@countinghouse/ui/layout/ui-settings.ts";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { useMay } from "../../../../platform/access/allowed.tsx";
import { useWords } from "../../../../platform/i18n/use-words.ts";
import { paymentMode } from "../../../../platform/session/payment-mode.ts";
import { type OwnMerchant, useOwnMerchant } from "../../../../platform/session/session.ts";
import { useStore } from "../../../../platform/state/store.ts";
import { useToday, useWidgetAnswer } from "../home.answer.hook.ts";
import { WidgetCard } from "../home.card.detail.tsx";
import { widgetMessages } from "../home.widgets.messages.ts";

type Own = { readonly own: OwnMerchant };

/** What a shop asks first in the morning: what came in today, what comes next, and whether its server is reached. */
export function ShopWidget() {
  const own = useOwnMerchant();
  const may = useMay();
  if (!own) return null;
  return (
    <WidgetCard isHeadless>
      <dl className="home-strip home-strip-shop">
        <TakenToday own={own} />
        {may("merchantBalance:expected") && <NextSettlement own={own} />}
        {may("webhook:stat") && <FailedWebhooks />}
      </dl>
    </WidgetCard>
  );
}

interface FigureProps {
  readonly label: string;
  readonly to: string;
  readonly small: ReactNode;
  readonly children: ReactNode;
}

const Figure = ({ label, to, small, children }: FigureProps) => (
  <div className="home-strip-figure">
    <dt>
      <Link to={to}>{label}</Link>
    </dt>
    <dd className="home-strip-value">{children}</dd>
    <dd className="home-strip-change">
      <span>{small}</span>
    </dd>
  </div>
);

/** Today as it begins where the reader is; the shop's own currency first, others below it. */
function TakenToday({ own }: Own) {
  const words = useWords(widgetMessages).shop;
  const mode = useStore(paymentMode);
  const timeZone = useTimeZone();
  const today = useToday();
  const [before, from, to] = [-1, 0, 1].map((days) => startOfDay(addDays(today, days), timeZone)) as [
    string,
    string,
    string,
  ];
  const { now } = useWidgetAnswer(orderStats, "figures", { mode, before, from, to, step: "hour", timeZone });
  const ownTally = now.find(({ currency }) => currency === own.currency);
  const others = now.filter((one) => one !== ownTally && one.captured !== "0");
  const count = now.reduce((all, { paid }) => all + paid, 0);
  return (
    <Figure
      label={words.today}
      to="/trade/order"
      small={
        <>
          {fill(words.paidOrders, { count })}
          {others.map(({ currency, captured }) => (
            <span key={currency}>
              {" · "}
              <MoneyCell amount={fromWire(captured, currency)} />
            </span>
          ))}
        </>
      }
    >
      <MoneyCell amount={ownTally ? fromWire(ownTally.captured, own.currency) : zero(knownCurrency(own.currency))} />
    </Figure>
  );
}

/** The next day on which something settles; what was due on days that are over waits for it too. */
function NextSettlement({ own: { id: merchantId, currency } }: Own) {
  const words = useWords(widgetMessages).shop;
  const mode = useStore(paymentMode);
  const today = useToday();
  const days = useWidgetAnswer(merchantBalance, "expected", { merchantId, currency, mode });
  const next = days.find(({ dueDate }) => dueDate !== null && dueDate >= today);
  const late = days.filter(({ dueDate }) => dueDate !== null && dueDate < today);
  const coming = [...late, ...(next ? [next] : [])].map(({ amount }) => fromWire(amount, currency));
  const note = [next?.dueDate ?? undefined, late.length > 0 ? words.withLate : undefined].filter(Boolean).join(" · ");
  return (
    <Figure label={words.nextSettlement} to="/finance/balance" small={note || words.nothingComes}>
      <MoneyCell amount={sum(knownCurrency(currency), coming)} />
    </Figure>
  );
}

function FailedWebhooks() {
  const words = useWords(widgetMessages).shop;
  const mode = useStore(paymentMode);
  const { dead, retrying } = useWidgetAnswer(webhook, "stat", { mode });
  return (
    <Figure label={words.failedWebhooks} to="/integration/webhooks" small={fill(words.retrying, { count: retrying })}>
      {dead}
    </Figure>
  );
}
