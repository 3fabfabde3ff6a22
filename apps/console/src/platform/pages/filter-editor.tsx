import { DateRangePresets } from "@countinghouse/ui/fields/date-range-presets.tsx";
import { useTyped } from "@countinghouse/ui/fields/use-typed.ts";
import { Input, InputNumber } from "antd";
import { useWords } from "../i18n/use-words.ts";
import { AmountRange } from "./filter-amount.tsx";
import { Choices, ReferenceChoices } from "./filter-choices.tsx";
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
  if (filter.kind === "amount") return <AmountRange {...{ label, value, onChange, onDone, isAlone }} />;
  if (filter.kind === "between") return <FigureRange value={value} onChange={onChange} />;
  const chosen = { label, isSingle: filter.kind === "exact", value, onChange, isAlone };
  if (facts.kind === "reference") return <ReferenceChoices {...chosen} field={field} />;
  if (choices) return <Choices {...chosen} choices={choices} />;
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

const textOf = (value: FilterValue | undefined): string =>
  value?.kind === "one" ? String(value.value) : value?.kind === "many" ? value.values.join(", ") : "";

function meantBy(text: string, isMany: boolean): FilterValue | undefined {
  if (text.trim() === "") return undefined;
  if (!isMany) return { kind: "one", value: text };
  return { kind: "many", values: text.split(/[,，、\s]+/).filter((one) => one !== "") };
}

function TextFilter({
  label,
  isMany,
  isAlone,
  value,
  onChange,
  onDone,
}: ValueProps & { label: string; isMany: boolean; isAlone: boolean; onDone(): void }) {
  const [text, setText] = useTyped(value, textOf);
  const onText = (next: string) => {
    const meant = meantBy(next, isMany);
    setText(next, meant);
    onChange(meant);
  };
  return (
    <Input
      autoFocus={isAlone}
      allowClear
      size="small"
      aria-label={label}
      placeholder={label}
      value={text}
      onChange={(event) => onText(event.target.value)}
      onPressEnter={onDone}
    />
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
