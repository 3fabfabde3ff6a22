import { lazyPart } from "../layout/lazy-part.tsx";
import { useTimeZone } from "../layout/ui-settings.ts";
import { InputBone } from "./input-bone.tsx";
import type { InputProps } from "./inputs.tsx";

const CalendarDay = lazyPart(async () => (await import("./calendar.tsx")).CalendarDay, InputBone);
const CalendarInstant = lazyPart(async () => (await import("./calendar.tsx")).CalendarInstant, InputBone);

/** A calendar day without a zone. */
export const DayInput = (props: InputProps<string>) => <CalendarDay {...props} timeZone={useTimeZone()} />;

/** An instant, picked in the reader's zone. */
export function InstantInput(props: InputProps<string>) {
  const timeZone = useTimeZone();
  return <CalendarInstant {...props} timeZone={timeZone} />;
}
