import { lazy, Suspense } from "react";
import { useTimeZone } from "../layout/ui-settings.ts";
import type { InputProps } from "./inputs.tsx";

const CalendarDay = lazy(async () => ({ default: (await import("./calendar.tsx")).CalendarDay }));
const CalendarInstant = lazy(async () => ({ default: (await import("./calendar.tsx")).CalendarInstant }));

const Waiting = () => <span className="ch-input-bone" />;

/** A calendar day without a zone. */
export const DayInput = (props: InputProps<string>) => (
  <Suspense fallback={<Waiting />}>
    <CalendarDay {...props} />
  </Suspense>
);

/** An instant, picked in the reader's zone. */
export function InstantInput(props: InputProps<string>) {
  const timeZone = useTimeZone();
  return (
    <Suspense fallback={<Waiting />}>
      <CalendarInstant {...props} timeZone={timeZone} />
    </Suspense>
  );
}
