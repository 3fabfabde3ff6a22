import { businessDay } from "@countinghouse/contract/funds/calendar/calendar.ts";
import { ChoiceInput, ChoicesInput, type InputChoice, type InputProps } from "@countinghouse/ui/fields/inputs.tsx";
import { useLocale } from "../i18n/use-words.ts";
import { useAnswer } from "./use-answer.ts";

const zones = ["UTC", ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC")];

const part = (zone: string, locale: string, timeZoneName: "longGeneric" | "shortOffset"): string =>
  new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName })
    .formatToParts()
    .find(({ type }) => type === "timeZoneName")?.value ?? "";

/** A zone by its city, what it is called in the reader's language, and its distance from UTC now. */
function choiceOf(zone: string, locale: string): InputChoice<string> {
  const city = zone.replaceAll("_", " ");
  const texts = [city, part(zone, locale, "longGeneric"), part(zone, "en", "shortOffset").replace("GMT", "UTC")];
  return { value: zone, label: [...new Set(texts)].filter((text) => text !== "").join(" · ") };
}

const byLocale = new Map<string, readonly InputChoice<string>[]>();

function choicesIn(locale: string): readonly InputChoice<string>[] {
  const known = byLocale.get(locale) ?? zones.map((zone) => choiceOf(zone, locale));
  byLocale.set(locale, known);
  return known;
}

/** A time zone. One that this browser does not list stays as it is until another is chosen. */
export function ZonePicker(props: InputProps<string>) {
  const { value } = props;
  const locale = useLocale();
  const listed = choicesIn(locale);
  const choices = value && !zones.includes(value) ? [choiceOf(value, locale), ...listed] : listed;
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
