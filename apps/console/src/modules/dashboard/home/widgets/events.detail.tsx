import { type HomeEvent, type HomeEventKind, sysHome } from "@countinghouse/contract/dashboard/home/home.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
import { MerchantStatus } from "@countinghouse/contract/merchants/merchant/merchant-enumerations.ts";
import { GatewayHealth } from "@countinghouse/contract/payment-enumerations.ts";
import { dayOf } from "@countinghouse/ui/cells/instant.ts";
import { TimeCell } from "@countinghouse/ui/cells/time-cell.tsx";
import { useTimeZone } from "@countinghouse/ui/layout/ui-settings.ts";
import { Link } from "react-router";
import { languageTags } from "../../../../platform/i18n/language.ts";
import { useLocale, useWords } from "../../../../platform/i18n/use-words.ts";
import { useOwnMerchant } from "../../../../platform/session/session.ts";
import { useToday, useWidgetAnswer } from "../home.answer.hook.ts";
import { WidgetCard } from "../home.card.detail.tsx";
import { widgetMessages } from "../home.widgets.messages.ts";

/** Where the record of an event is opened. */
const pages: Readonly<Record<HomeEventKind, string>> = {
  merchant: "/merchant/merchant",
  terms: "/merchant/account-config",
  price: "/merchant/fees",
  binding: "/merchant/bindings",
  gateway: "/acquiring/account",
  endpoint: "/integration/endpoints",
  exception: "/log/exceptions",
};

const decisions: Readonly<Record<string, "success" | "danger">> = { approved: "success", rejected: "danger" };

/** What happened lately, of everything the reader may open. */
export function EventsWidget() {
  const words = useWords(widgetMessages).events;
  const locale = useLocale();
  const timeZone = useTimeZone();
  const own = useOwnMerchant();
  const today = useToday();
  const events = useWidgetAnswer(sysHome, "events", {});
  const day = new Intl.DateTimeFormat(languageTags[locale], { timeZone, day: "numeric", month: "short" });
  const toldOf = ({ kind, outcome }: HomeEvent): { title: string; tone: string } => {
    if (kind === "merchant" || kind === "gateway") {
      const member = (kind === "merchant" ? MerchantStatus : GatewayHealth).memberOf(outcome);
      return { title: fill(words[kind], { state: member?.text[locale] ?? outcome }), tone: member?.tone ?? "neutral" };
    }
    if (kind === "exception") return { title: words.failure, tone: outcome === "warning" ? "warning" : "danger" };
    if (kind === "endpoint") return { title: words.kinds.endpoint, tone: "danger" };
    const what = words.kinds[kind];
    if (outcome === "approved" || outcome === "rejected")
      return { title: fill(words[outcome], { what }), tone: decisions[outcome] ?? "neutral" };
    return { title: fill(words.asked, { what }), tone: "warning" };
  };
  return (
    <WidgetCard>
      {events.length === 0 && <p className="home-empty">{words.empty}</p>}
      <ul className="home-events">
        {events.map((event) => {
          const { title, tone } = toldOf(event);
          return (
            <li key={`${event.kind}:${event.id}:${event.at}`} className={`ch-tone-${tone}`}>
              <span className="ch-dot" aria-hidden="true" />
              <div className="home-events-text">
                <Link className="home-events-title" to={`${pages[event.kind]}?open=${encodeURIComponent(event.id)}`}>
                  {title}
                </Link>
                <p className="ch-cut">{[own ? null : event.subject, event.by].filter(Boolean).join(" · ")}</p>
              </div>
              {dayOf(event.at, timeZone) === today ? (
                <TimeCell value={event.at} isClockOnly />
              ) : (
                <time dateTime={event.at}>{day.format(Date.parse(event.at))}</time>
              )}
            </li>
          );
        })}
      </ul>
    </WidgetCard>
  );
}
