import { fill } from "@countinghouse/contract/kit/locale.ts";
import { instantParts } from "@countinghouse/ui/cells/instant.ts";
import { TimeCell } from "@countinghouse/ui/cells/time-cell.tsx";
import { useTimeZone } from "@countinghouse/ui/layout/ui-settings.ts";
import { useEffect, useState } from "react";
import { Link } from "react-router";
import { languageTags } from "../../../../platform/i18n/language.ts";
import { useLocale, useWords } from "../../../../platform/i18n/use-words.ts";
import { nameOfShop, useUser } from "../../../../platform/session/session.ts";
import { useOverview } from "../home.answer.hook.ts";
import { WidgetCard } from "../home.card.detail.tsx";
import { userCentrePath } from "../home.menu.policy.ts";
import { widgetMessages } from "../home.widgets.messages.ts";

/** Part of the day an hour belongs to. */
export function partOfDay(hour: number): "night" | "morning" | "afternoon" | "evening" {
  if (hour < 5) return "night";
  if (hour < 12) return "morning";
  return hour < 18 ? "afternoon" : "evening";
}

/** The time, renewed once a minute: a page that stays open overnight greets with the morning. */
function useMinute(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** Greets, says what day it is, and where the reader signed in before, so that a stranger's sign-in is noticed. */
export function WelcomeWidget() {
  const words = useWords(widgetMessages);
  const locale = useLocale();
  const tag = languageTags[locale];
  const timeZone = useTimeZone();
  const user = useUser();
  const { lastSignIn } = useOverview();
  const now = useMinute();
  const hour = Number(instantParts(now, timeZone)?.hour ?? 12);
  const today = new Intl.DateTimeFormat(tag, { timeZone, dateStyle: "full" }).format(now);
  const greeting = words.greetings[partOfDay(hour)];
  const role = user.merchant
    ? nameOfShop(user.merchant, locale)
    : [user.orgName, user.posName].filter(Boolean).join(" · ");
  return (
    <WidgetCard isHeadless>
      <div className="home-welcome">
        <span className="home-avatar" aria-hidden="true">
          {initials(user.realName)}
        </span>
        <div className="ch-grow">
          <p className="home-greeting">{fill(words.greeting, { greeting, name: user.realName })}</p>
          <p className="home-quiet">{[today, role].filter(Boolean).join(" · ")}</p>
        </div>
        {lastSignIn ? (
          <div className="home-last">
            <p>
              <span className="home-quiet">{words.lastSignIn}</span> <TimeCell value={lastSignIn.time} />
            </p>
            <p className="home-quiet">{from(lastSignIn)}</p>
            <p className="home-quiet">
              <Link to={userCentrePath}>{words.notYou}</Link>
            </p>
          </div>
        ) : (
          <p className="home-quiet home-last">{words.firstSignIn}</p>
        )}
      </div>
    </WidgetCard>
  );
}

interface Origin {
  readonly ip: string | null;
  readonly place: string | null;
  readonly browser: string | null;
  readonly os: string | null;
}

const from = ({ ip, place, browser, os }: Origin): string => [place, ip, browser, os].filter(Boolean).join(" · ");

/** The first letters of a name's first and last word; a name in characters gives its first one. */
function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return ends
    .map((word) => [...(word ?? "")][0] ?? "")
    .join("")
    .toUpperCase();
}
