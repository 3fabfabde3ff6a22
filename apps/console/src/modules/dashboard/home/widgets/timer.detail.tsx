import { fill } from "@countinghouse/contract/kit/locale.ts";
import { formatClock, zoneOffset } from "@countinghouse/ui/cells/instant.ts";
import { useTimeZone } from "@countinghouse/ui/layout/ui-settings.ts";
import { useEffect, useState } from "react";
import { languageTags } from "../../../../platform/i18n/language.ts";
import { useLocale, useWords } from "../../../../platform/i18n/use-words.ts";
import { useOverview } from "../home.answer.hook.ts";
import { WidgetCard } from "../home.card.detail.tsx";
import { widgetMessages } from "../home.widgets.messages.ts";

/** A device this far from the server, in ms, is worth a word: one-time codes and due times go wrong. */
const notableSkew = 30_000;

/** The time, renewed as each second begins. */
function useSecond(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const tick = (): void => {
      setNow(Date.now());
      timer = setTimeout(tick, 1000 - (Date.now() % 1000));
    };
    tick();
    return () => clearTimeout(timer);
  }, []);
  return now;
}

/** The time at the platform and where the reader is. It follows the server's clock, not that of the device. */
export function TimerWidget() {
  const words = useWords(widgetMessages).timer;
  const yours = useTimeZone();
  const { now: serverTime, timeZone: platform } = useOverview();
  // Measured once per answer; the way there and back is far below what is shown.
  const [seen, setSeen] = useState({ serverTime, skew: Date.now() - Date.parse(serverTime) });
  if (seen.serverTime !== serverTime) setSeen({ serverTime, skew: Date.now() - Date.parse(serverTime) });
  const now = useSecond() - (Math.abs(seen.skew) > notableSkew ? seen.skew : 0);
  const isSame =
    formatClock(now, yours) === formatClock(now, platform) && zoneOffset(yours, now) === zoneOffset(platform, now);
  return (
    <WidgetCard>
      <ul className="home-clocks">
        <Clock label={words.platform} timeZone={platform} now={now} />
        {!isSame && <Clock label={words.yours} timeZone={yours} now={now} />}
      </ul>
      {isSame && <p className="home-foot">{words.same}</p>}
      <Skew skew={seen.skew} />
    </WidgetCard>
  );
}

interface ClockProps {
  readonly label: string;
  readonly timeZone: string;
  readonly now: number;
}

function Clock({ label, timeZone, now }: ClockProps) {
  const tag = languageTags[useLocale()];
  const day = new Intl.DateTimeFormat(tag, { timeZone, weekday: "short", month: "short", day: "numeric" }).format(now);
  return (
    <li>
      <div className="ch-grow">
        <strong>{label}</strong>
        <p className="home-quiet ch-cut">{[...new Set([timeZone, zoneOffset(timeZone, now)])].join(" · ")}</p>
      </div>
      <div className="home-clock">
        <time dateTime={new Date(now).toISOString()}>{formatClock(now, timeZone)}</time>
        <p className="home-quiet">{day}</p>
      </div>
    </li>
  );
}

function Skew({ skew }: { readonly skew: number }) {
  const words = useWords(widgetMessages).timer;
  if (Math.abs(skew) <= notableSkew) return null;
  const seconds = Math.round(Math.abs(skew) / 1000);
  return <p className="home-foot home-warning">{fill(skew > 0 ? words.fast : words.slow, { seconds })}</p>;
}
