import type { FieldFacts } from "@countinghouse/contract/kit/field.ts";
import { isCurrency } from "@countinghouse/money/currency.ts";
import { formatPercent } from "@countinghouse/money/rate.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { BooleanCell } from "@countinghouse/ui/cells/boolean-cell.tsx";
import { CodesCell } from "@countinghouse/ui/cells/codes-cell.tsx";
import { IdCell } from "@countinghouse/ui/cells/id-cell.tsx";
import { JsonBlock, JsonCell } from "@countinghouse/ui/cells/json-cell.tsx";
import { LongText } from "@countinghouse/ui/cells/long-text-cell.tsx";
import { MoneyCell } from "@countinghouse/ui/cells/money-cell.tsx";
import { type ChipTone, StatusChip } from "@countinghouse/ui/cells/status-chip.tsx";
import { TextCell, Unknown } from "@countinghouse/ui/cells/text-cell.tsx";
import { TimeCell } from "@countinghouse/ui/cells/time-cell.tsx";
import { countryName } from "../i18n/country-name.ts";
import { useLocale, useWords } from "../i18n/use-words.ts";
import { pickersMessages } from "../pickers/pickers.messages.ts";
import { ReferenceLink } from "../references/reference-link.tsx";
import { useReferredRecord } from "../references/use-references.ts";
import { useDictionary } from "../session/session.ts";
import type { ShownFacts } from "./list-columns.tsx";
import { type AnyRow, localName, nameOf } from "./paged-resource.ts";

interface FieldCellProps {
  readonly facts: ShownFacts;
  readonly field: string;
  readonly row: AnyRow;
  /** `detail` has room for several lines. */
  readonly place?: "row" | "detail";
}

/** Shows a field of a record by its kind. */
export function FieldCell({ facts, field, row, place = "row" }: FieldCellProps) {
  const value = row[field];
  if (isNothing(value)) return facts.isNoneEvery ? <EveryOne /> : <Unknown />;
  switch (facts.kind) {
    case "enumeration":
      return <EnumerationCell facts={facts} value={value} />;
    case "dictionary":
      return <DictionaryCell code={facts.dictionary ?? ""} value={String(value)} />;
    case "instant":
      return <TimeCell value={String(value)} />;
    case "boolean":
      return <BooleanCell value={value === true} />;
    case "reference":
      return <ReferenceCell facts={facts} field={field} row={row} place={place} />;
    case "id":
    case "code":
      if (facts.isCountry) return <CountryCell code={String(value)} isWhole={place === "detail"} />;
      return <IdCell value={String(value)} />;
    case "money":
      return <MoneyOf row={row} value={String(value)} currencyField={facts.currencyField ?? "currency"} />;
    case "json":
    case "list":
      if (areTexts(value))
        return <CodesCell codes={value} none="–" {...(place === "row" ? { limit: shownInRow } : {})} />;
      return place === "detail" ? <JsonBlock value={value} /> : <JsonCell value={value} />;
    case "integer":
      if (facts.isShare && typeof value === "number") return <TextCell value={`${formatPercent(value)} %`} />;
      return <TextCell value={typeof value === "number" ? value.toLocaleString("en-US") : String(value)} />;
    default:
      if (typeof value === "boolean") return <BooleanCell value={value} />;
      if (field === "name" && row.names) return <NameCell row={row} />;
      return place === "detail" ? <LongText value={String(value)} /> : <TextCell value={String(value)} />;
  }
}

/** The name of a record that is named in several languages, in the reader's. */
const NameCell = ({ row }: { readonly row: AnyRow }) => <TextCell value={localName(row, useLocale()) ?? nameOf(row)} />;

/** Stands where a list that narrows is empty. */
const EveryOne = () => <span className="ch-unknown">{useWords(pickersMessages).everyOne}</span>;

/** How many texts of a list a row has room for. */
const shownInRow = 3;

const isNothing = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === "" ||
  (typeof value === "object" && Object.keys(value).length === 0);

const areTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === "string");

/** A country: its code in a row, its name where there is room. */
function CountryCell({ code, isWhole }: { code: string; isWhole: boolean }) {
  const name = countryName(code, useLocale());
  return isWhole ? <TextCell value={name} /> : <span title={name}>{code}</span>;
}

/** Another record by its name, leading to it; by its id where the row does not name it. */
function ReferenceCell({ facts, field, row, place }: FieldCellProps) {
  const { idField = field, nameField = "" } = facts;
  const id = row[idField];
  const name = row[nameField];
  // A row of its own resource: its id refers to nothing else.
  if (field === "id") return <IdCell value={String(id)} />;
  if (typeof id !== "string" && typeof id !== "number") return <TextCell value={String(name)} />;
  if (typeof name === "string") return <ReferenceLink facts={facts} value={id} name={name} />;
  if (facts.target?.key || place === "detail") return <NamedReference facts={facts} value={id} />;
  return <IdCell value={String(id)} />;
}

/** A record whose name is asked for. */
function NamedReference({ facts, value }: { readonly facts: FieldFacts; readonly value: string | number }) {
  const [one] = useReferredRecord(facts.target, [value]).found ?? [];
  return one ? <ReferenceLink facts={facts} value={value} name={one.name} /> : <IdCell value={String(value)} />;
}

function EnumerationCell({ facts, value }: { facts: FieldFacts; value: unknown }) {
  const locale = useLocale();
  const member = facts.enumeration?.memberOf(value);
  // A value of a newer server is shown as it is rather than hidden.
  if (!member) return <StatusChip text={String(value)} />;
  return <StatusChip text={member.text[locale]} tone={member.tone} shape={member.shape} />;
}

const tagTones: Readonly<Record<string, ChipTone>> = {
  success: "success",
  warning: "warning",
  danger: "danger",
  error: "danger",
  info: "neutral",
  primary: "info",
};

function DictionaryCell({ code, value }: { code: string; value: string }) {
  const item = useDictionary(code).find((one) => one.code === value);
  if (!item) return <TextCell value={value} />;
  const text = item.name || item.value;
  const tone = item.tagType ? tagTones[item.tagType] : undefined;
  return tone ? <StatusChip text={text} tone={tone} /> : <TextCell value={text} />;
}

function MoneyOf({ row, value, currencyField }: { row: AnyRow; value: string; currencyField: string }) {
  const currency = row[currencyField];
  if (typeof currency !== "string") return <TextCell value={value} />;
  // A currency of a newer server: its decimals are not known, its minor units are.
  return isCurrency(currency) ? (
    <MoneyCell amount={fromWire(value, currency)} />
  ) : (
    <TextCell value={`${value} ${currency}`} />
  );
}
