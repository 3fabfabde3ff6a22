import { fill } from "@countinghouse/contract/kit/locale.ts";
import { TimeCell } from "@countinghouse/ui/cells/time-cell.tsx";
import { useState } from "react";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { paymentMode } from "../../../platform/session/payment-mode.ts";
import { localMemory } from "../../../platform/state/local.ts";
import { useStore } from "../../../platform/state/store.ts";
import { useToday } from "./home.answer.service.ts";
import { widgetMessages } from "./home.widgets.messages.ts";

/** Days that the figures of a widget may look back. */
export const spans = [7, 30, 90, 365] as const;
export type Span = (typeof spans)[number];

const dayMs = 86_400_000;
const isSpan = (value: unknown): value is Span => spans.some((one) => one === value);

/** How far back a widget looks, as its reader left it in this browser, and the call's input for it. */
export function useSpan(widget: string) {
  const key = `span:${widget}`;
  const [days, setDays] = useState<Span>(() => {
    const kept = localMemory.read(key);
    return isSpan(kept) ? kept : 30;
  });
  const mode = useStore(paymentMode);
  // To the end of the reader's day, so that the question stays the same all day long.
  const to = Date.parse(`${useToday()}T00:00:00Z`) + 2 * dayMs;
  const input = {
    mode,
    from: new Date(to - (days + 2) * dayMs).toISOString(),
    to: new Date(to).toISOString(),
  };
  const choose = (next: Span) => {
    localMemory.write(key, next);
    setDays(next);
  };
  return { days, choose, input };
}

/** Chooses how far back a widget looks. */
export function SpanChoice({ days, onChoose }: { readonly days: Span; readonly onChoose: (days: Span) => void }) {
  const words = useWords(widgetMessages).figures;
  return (
    <fieldset className="home-spans" aria-label={words.span}>
      {spans.map((one) => (
        <button key={one} type="button" aria-pressed={one === days} onClick={() => onChoose(one)}>
          {fill(words.days, { days: one })}
        </button>
      ))}
    </fieldset>
  );
}

/** When the figures were last brought up to date. */
export function Freshness({ at }: { readonly at: string | null }) {
  const words = useWords(widgetMessages).figures;
  if (!at) return null;
  return (
    <p className="home-fresh">
      {words.countedUntil} <TimeCell value={at} isClockOnly />
    </p>
  );
}
