import { addDays } from "@countinghouse/money/plain-date.ts";
import { localTime, startOfDay } from "@countinghouse/money/zone.ts";

/** Division of a span: into hours, or into days of a zone. */
export interface SpanDivision {
  readonly step: "hour" | "day";
  readonly timeZone: string;
}

const hourMs = 3_600_000;

/** The start of every hour or day within a span; the first one is the span's own start. */
export function startsOf(
  { from, to }: { readonly from: string; readonly to: string },
  { step, timeZone }: SpanDivision,
): string[] {
  const end = Date.parse(to);
  const starts: string[] = [];
  if (step === "hour") {
    for (let at = Date.parse(from); at < end; at += hourMs) starts.push(new Date(at).toISOString());
    return starts;
  }
  for (let { date } = localTime(Date.parse(from), timeZone); startOfDay(date, timeZone) < end; date = addDays(date, 1))
    starts.push(new Date(startOfDay(date, timeZone)).toISOString());
  return starts;
}
