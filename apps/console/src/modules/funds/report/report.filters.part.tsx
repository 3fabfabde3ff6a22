import { ReportGroup } from "@countinghouse/contract/funds/report/report-enumerations.ts";
import type { ReportGrouping } from "@countinghouse/contract/funds/report/report-fields.ts";
import { type ReferenceName, references } from "@countinghouse/contract/references.ts";
import { zoneOffset } from "@countinghouse/ui/cells/instant.ts";
import { InstantInput } from "@countinghouse/ui/fields/date-inputs.tsx";
import { Field, type InputFacts } from "@countinghouse/ui/fields/field.tsx";
import { Button, Popover } from "antd";
import { ListFilter } from "lucide-react";
import type { ReactNode } from "react";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { ZonePicker } from "../../../platform/pickers/time-pickers.tsx";
import { ReferencePicker } from "../../../platform/references/reference-picker.tsx";
import { useIsOfMerchant } from "../../../platform/session/session.ts";
import { presets } from "./report.address.policy.ts";
import { reportScreenMessages } from "./report.messages.ts";
import type { Report } from "./report.query.hook.ts";

interface ChipProps {
  readonly label: string;
  readonly value: string;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  onChange(value: string): void;
}

/** One choice of the report, named. */
const Chip = ({ label, value, choices, onChange }: ChipProps) => (
  <label className="report-chip">
    <span>{label}</span>
    <select value={value} onChange={(event) => onChange(event.target.value)}>
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </select>
  </label>
);

interface FiltersProps {
  readonly report: Report;
  readonly groups: readonly ReportGrouping[];
  readonly currency: string | undefined;
  readonly currencies: readonly string[];
  readonly fields: Readonly<Record<string, string>>;
  /** How fresh the figures are. */
  readonly children: ReactNode;
}

/** Of when, by what, in which currency and zone; and what else the report is narrowed to. */
export function ReportFilters({ report, groups, currency, currencies, fields, children }: FiltersProps) {
  const words = useWords(reportScreenMessages);
  const locale = useLocale();
  const { view, asked, change } = report;
  const isCustom = typeof view.period !== "string";
  const choosePeriod = (value: string) => {
    const preset = presets.find((one) => one === value);
    change({ period: preset ?? [asked.fromDay, asked.toDay] });
  };
  return (
    <div className="report-filters">
      <Chip
        label={words.period}
        value={isCustom ? "custom" : String(view.period)}
        choices={[
          ...presets.map((one) => ({ value: one, label: words.presets[one] })),
          { value: "custom", label: words.custom },
        ]}
        onChange={choosePeriod}
      />
      {isCustom && (
        <span className="report-chip">
          <input
            type="date"
            aria-label={words.from}
            max={asked.toDay}
            value={asked.fromDay}
            onChange={({ target }) => target.value && change({ period: [target.value, asked.toDay] })}
          />
          <input
            type="date"
            aria-label={words.to}
            min={asked.fromDay}
            max={report.today}
            value={asked.toDay}
            onChange={({ target }) => target.value && change({ period: [asked.fromDay, target.value] })}
          />
        </span>
      )}
      <Chip
        label={words.groupBy}
        value={view.groupBy}
        choices={groups.map((one) => ({ value: one, label: ReportGroup.memberOf(one)?.text[locale] ?? one }))}
        onChange={(value) => change({ groupBy: groups.find((one) => one === value) ?? view.groupBy })}
      />
      {currency && !view.baseCurrency && (
        <Chip
          label={words.currency}
          value={currency}
          choices={currencies.map((code) => ({ value: code, label: code }))}
          onChange={(code) => change({ currency: code })}
        />
      )}
      <BaseChip report={report} currencies={currencies} label={fields.baseCurrency ?? ""} />
      <span className="report-chip report-fixed">
        <span>{words.zone}</span> {zoneOffset(report.timeZone, Date.now())}
      </span>
      <MoreFilters report={report} fields={fields} />
      <span className="ch-grow" />
      {children}
    </div>
  );
}

/** Currencies that a report is often wanted in, beside those that it has. */
const usual = ["USD", "EUR", "CNY", "HKD", "GBP", "JPY", "SGD", "AUD"];
const offered = (own: readonly string[], chosen: string | undefined): readonly string[] =>
  [...new Set([...own, ...(chosen ? [chosen] : []), ...usual])].toSorted();

interface BaseChipProps {
  readonly report: Report;
  readonly currencies: readonly string[];
  readonly label: string;
}

/** In which currency everything is added up; each by itself unless one is chosen. */
function BaseChip({ report: { view, change }, currencies, label }: BaseChipProps) {
  const { eachApart } = useWords(reportScreenMessages);
  const choices = offered(currencies, view.baseCurrency).map((code) => ({ value: code, label: code }));
  return (
    <Chip
      label={label}
      value={view.baseCurrency ?? ""}
      choices={[{ value: "", label: eachApart }, ...choices]}
      onChange={(code) => change({ baseCurrency: code || undefined })}
    />
  );
}

const narrowing = ["merchantId", "gatewayAccountId", "domain", "paymentMethod", "asOf", "timeZone"] as const;

function MoreFilters({ report: { view, timeZone, change }, fields }: Pick<FiltersProps, "report" | "fields">) {
  const words = useWords(reportScreenMessages);
  const isOfMerchant = useIsOfMerchant();
  const count = narrowing.filter((name) => view[name] !== undefined).length;
  const picker = (name: "merchantId" | "gatewayAccountId" | "paymentMethod", target: ReferenceName) => (
    <Field label={fields[name] ?? ""}>
      {(facts) => (
        <ReferencePicker
          facts={facts}
          of={{ kind: "reference", target: references[target] }}
          values={{}}
          value={view[name] ?? null}
          onChange={(value) => change({ [name]: value === null ? undefined : String(value) })}
        />
      )}
    </Field>
  );
  const content = (
    <div className="report-more">
      {!isOfMerchant && picker("merchantId", "merchant")}
      {!isOfMerchant && picker("gatewayAccountId", "gatewayAccount")}
      <Field label={fields.domain ?? ""}>
        {(facts) => <DomainInput facts={facts} value={view.domain} onChange={(domain) => change({ domain })} />}
      </Field>
      {picker("paymentMethod", "paymentMethodCode")}
      <Field label={words.asOf}>
        {(facts) => (
          <InstantInput
            facts={facts}
            value={view.asOf ?? null}
            onChange={(asOf) => change({ asOf: asOf ?? undefined })}
          />
        )}
      </Field>
      <Field label={words.zone}>
        {(facts) => (
          <ZonePicker facts={facts} value={timeZone} onChange={(zone) => change({ timeZone: zone ?? undefined })} />
        )}
      </Field>
      {count > 0 && (
        <Button onClick={() => change(Object.fromEntries(narrowing.map((name) => [name, undefined])))}>
          {words.reset}
        </Button>
      )}
    </div>
  );
  return (
    <Popover trigger="click" placement="bottomLeft" arrow={false} content={content}>
      <button type="button" className="report-chip report-add" data-on={count > 0 || undefined}>
        <ListFilter size={14} aria-hidden />
        {words.filters}
        {count > 0 && <b>{count}</b>}
      </button>
    </Popover>
  );
}

interface DomainProps {
  readonly facts: InputFacts;
  readonly value: string | undefined;
  onChange(value: string | undefined): void;
}

/** A host; taken once it is typed to its end. */
const DomainInput = ({ facts, value, onChange }: DomainProps) => (
  <input
    id={facts.id}
    className="report-host"
    autoComplete="off"
    maxLength={253}
    defaultValue={value ?? ""}
    onBlur={({ target }) => onChange(target.value.trim().toLowerCase() || undefined)}
    onKeyDown={({ key, currentTarget }) => key === "Enter" && currentTarget.blur()}
  />
);
