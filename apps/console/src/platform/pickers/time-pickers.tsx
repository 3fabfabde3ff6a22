import { businessDay } from "@countinghouse/contract/funds/calendar/calendar.ts";
import { ChoiceInput, ChoicesInput, type InputProps } from "@countinghouse/ui/fields/inputs.tsx";
import { useAnswer } from "./use-answer.ts";

const zones = ["UTC", ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC")];

/** Names in words, so that "new york" finds its zone. */
const choiceOf = (zone: string) => ({ value: zone, label: zone.replaceAll("_", " ") });
const known = zones.map(choiceOf);

/** A time zone by its IANA name. One that this browser does not list stays as it is until another is chosen. */
export function ZonePicker(props: InputProps<string>) {
  const { value } = props;
  const choices = value && !zones.includes(value) ? [choiceOf(value), ...known] : known;
  return <ChoiceInput {...props} choices={choices} />;
}

/** Calendars that list days, and those that are chosen already whether they do or not. */
function useCalendars(chosen: readonly string[]) {
  const { data } = useAnswer(businessDay, "list", {});
  const codes = [...new Set([...(data ?? []).map(({ calendar }) => calendar), ...chosen])].sort();
  return codes.map((code) => ({ value: code, label: code }));
}

/** A business calendar. */
export function CalendarPicker(props: InputProps<string>) {
  const choices = useCalendars(props.value ? [props.value] : []);
  return <ChoiceInput {...props} isRequired={false} choices={choices} />;
}

/** Several business calendars: a day counts when all of them are open. */
export function CalendarsPicker(props: InputProps<readonly string[]>) {
  return <ChoicesInput {...props} choices={useCalendars(props.value ?? [])} />;
}
