import { fill } from "@countinghouse/contract/kit/locale.ts";
import { type OrderTally, orderStats } from "@countinghouse/contract/payments/order-stats/order-stats.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { dayOf } from "@countinghouse/ui/cells/instant.ts";
import { MoneyCell } from "@countinghouse/ui/cells/money-cell.tsx";
import { useTimeZone } from "@countinghouse/ui/layout/ui-settings.ts";
import { Link } from "react-router";
import { useWords } from "../../../../platform/i18n/use-words.ts";
import { paymentMode } from "../../../../platform/session/payment-mode.ts";
import { useStore } from "../../../../platform/state/store.ts";
import { useToday, useWidgetAnswer } from "../home.answer.service.ts";
import { WidgetCard } from "../home.card.detail.tsx";
import { widgetMessages } from "../home.widgets.messages.ts";

const quarterMs = 900_000;

/** When the reader's day began, in UTC: every zone's day begins with a quarter of an hour. */
function dawnOf(day: string, timeZone: string): string {
  const noon = Date.parse(`${day}T12:00:00Z`);
  let at = noon - 27 * 3_600_000;
  while (dayOf(at, timeZone) !== day) at += quarterMs;
  return new Date(at).toISOString();
}

/** The reader's day so far beside the same part of yesterday, a currency at a time. */
export function OrderOverviewWidget() {
  const words = useWords(widgetMessages).figures;
  const mode = useStore(paymentMode);
  const from = dawnOf(useToday(), useTimeZone());
  const { today, yesterday } = useWidgetAnswer(orderStats, "today", { mode, from });
  const sum = (list: readonly OrderTally[], name: "orders" | "paid") =>
    list.reduce((total, one) => total + one[name], 0);
  const orders = { now: sum(today, "orders"), before: sum(yesterday, "orders") };
  const paid = { now: sum(today, "paid"), before: sum(yesterday, "paid") };
  const currencies = [...new Set([...today, ...yesterday].map(({ currency }) => currency))].slice(0, 6);
  return (
    <WidgetCard hint={words.today} tools={<Link to="/trade/order">{words.allOrders}</Link>}>
      <div className="home-body">
        <dl className="home-today">
          <Count label={words.orders} now={orders.now} before={orders.before} />
          <Count label={words.paidOrders} now={paid.now} before={paid.before} />
          {currencies.map((currency) => {
            const [now, before] = [today, yesterday].map(
              (list) => list.find((one) => one.currency === currency)?.captured ?? "0",
            );
            return (
              <div key={currency}>
                <dt>{fill(words.salesIn, { currency })}</dt>
                <dd>
                  <MoneyCell amount={fromWire(now ?? "0", currency)} isPlain />
                </dd>
                <dd className="home-quiet">
                  {words.yesterday} <MoneyCell amount={fromWire(before ?? "0", currency)} isPlain />
                </dd>
              </div>
            );
          })}
        </dl>
      </div>
    </WidgetCard>
  );
}

function Count({ label, now, before }: { readonly label: string; readonly now: number; readonly before: number }) {
  const words = useWords(widgetMessages).figures;
  return (
    <div>
      <dt>{label}</dt>
      <dd>{now.toLocaleString("en-US")}</dd>
      <dd className="home-quiet">
        {words.yesterday} {before.toLocaleString("en-US")}
      </dd>
    </div>
  );
}
