import { DateRangePresets } from "@countinghouse/ui/fields/date-range-presets.tsx";
import type { Choice } from "@countinghouse/ui/fields/inputs.tsx";
import { Input, InputNumber } from "antd";
import { useWords } from "../i18n/use-words.ts";
import type { FilterValue } from "./list-address.ts";
import type { FilterField } from "./paged-resource.ts";
import { pagesMessages } from "./pages.messages.ts";
import { useFilterChoices } from "./use-filter-choices.ts";

interface EditorProps {
  readonly field: FilterField;
  readonly label: string;
  readonly value: FilterValue | undefined;
  onChange(value: FilterValue | undefined): void;
  /** The value is final: Enter was pressed. */
  onDone(): void;
  /** Takes the focus at once, as the only editor in sight. */
  readonly isAlone?: boolean;
}

/** Sets one filter, by its kind. */
export function FilterEditor({ field, label, value, onChange, onDone, isAlone = false }: EditorProps) {
  const choices = useFilterChoices(field);
  const { filter, facts } = field;
  if (filter.kind === "between" && (facts.kind === "instant" || facts.kind === "day"))
    return (
      <DateRangePresets
        label={label}
        value={value?.kind === "days" ? value.range : undefined}
        onChange={(range) => onChange(range && { kind: "days", range })}
      />
    );
  if (filter.kind === "between") return <FigureRange value={value} onChange={onChange} />;
  if (choices)
    return (
      <Choices label={label} choices={choices} isSingle={filter.kind === "exact"} value={value} onChange={onChange} />
    );
  return (
    <TextFilter
      isAlone={isAlone}
      label={label}
      isMany={filter.kind === "oneOf"}
      value={value}
      onChange={onChange}
      onDone={onDone}
    />
  );
}

type ValueProps = Pick<EditorProps, "value" | "onChange">;

function TextFilter({
  label,
  isMany,
  isAlone,
  value,
  onChange,
  onDone,
}: ValueProps & { label: string; isMany: boolean; isAlone: boolean; onDone(): void }) {
  const text = value?.kind === "one" ? String(value.value) : value?.kind === "many" ? value.values.join(", ") : "";
  const onText = (next: string) => {
    if (next.trim() === "") return onChange(undefined);
    if (!isMany) return onChange({ kind: "one", value: next });
    onChange({ kind: "many", values: next.split(/[,，、\s]+/).filter((one) => one !== "") });
  };
  return (
    <Input
      autoFocus={isAlone}
      allowClear
      size="small"
      aria-label={label}
      placeholder={label}
      defaultValue={text}
      onChange={(event) => onText(event.target.value)}
      onPressEnter={onDone}
    />
  );
}

function Choices({
  label,
  choices,
  isSingle,
  value,
  onChange,
}: ValueProps & { label: string; choices: readonly Choice<string | number>[]; isSingle: boolean }) {
  const chosen = new Set<string>(
    value?.kind === "many" ? value.values.map(String) : value?.kind === "one" ? [String(value.value)] : [],
  );
  const choose = (choice: Choice<string | number>) => {
    const next = new Set(isSingle ? [] : chosen);
    if (chosen.has(String(choice.value))) next.delete(String(choice.value));
    else next.add(String(choice.value));
    const values = choices.filter((one) => next.has(String(one.value))).map((one) => one.value);
    const [first] = values;
    if (first === undefined) onChange(undefined);
    else onChange(isSingle ? { kind: "one", value: first } : { kind: "many", values });
  };
  return (
    <fieldset className="ch-filter-choices">
      <legend className="ch-sr">{label}</legend>
      {choices.map((choice) => (
        <label key={choice.value} className="ch-choice">
          <input
            type="checkbox"
            className="ch-check"
            checked={chosen.has(String(choice.value))}
            onChange={() => choose(choice)}
          />
          {choice.label}
        </label>
      ))}
    </fieldset>
  );
}

function FigureRange({ value, onChange }: ValueProps) {
  const words = useWords(pagesMessages);
  const [low, high] = value?.kind === "figures" ? value.range : [null, null];
  const set = (range: readonly [number | null, number | null]) =>
    onChange(range[0] === null && range[1] === null ? undefined : { kind: "figures", range });
  return (
    <span className="ch-filter-figures">
      <InputNumber<number>
        size="small"
        precision={0}
        aria-label={words.atLeast}
        placeholder={words.atLeast}
        value={low}
        onChange={(next) => set([next, high])}
      />
      <span aria-hidden="true">–</span>
      <InputNumber<number>
        size="small"
        precision={0}
        aria-label={words.atMost}
        placeholder={words.atMost}
        value={high}
        onChange={(next) => set([low, next])}
      />
    </span>
  );
}
