import { fill } from "@countinghouse/contract/kit/locale.ts";
import type { Resource } from "@countinghouse/contract/kit/resource.ts";
import { platformMessages } from "@countinghouse/contract/platform/platform.messages.ts";
import { moneyParts } from "@countinghouse/money/format.ts";
import type { Money } from "@countinghouse/money/money.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { InputBone } from "@countinghouse/ui/fields/input-bone.tsx";
import { lazyPart } from "@countinghouse/ui/layout/lazy-part.tsx";
import { MenuButton } from "@countinghouse/ui/layout/menu-button.tsx";
import { useUiWords } from "@countinghouse/ui/layout/ui-words.ts";
import { Button, Popover } from "antd";
import { ChevronDown, Plus, X } from "lucide-react";
import { type Ref, useRef, useState } from "react";
import { useWords } from "../i18n/use-words.ts";
import { groupOf, inGroups } from "./field-groups.ts";
import { type FilterValue, isReadable } from "./list-address.ts";
import type { FilterField } from "./paged-resource.ts";
import { pagesMessages } from "./pages.messages.ts";
import { useValueNames } from "./use-filter-choices.ts";
import type { ListAddressControl } from "./use-list-address.ts";
import { useOfferedFilters } from "./use-readable-fields.ts";

// The inputs are not needed to show a list, only to narrow it.
const FilterEditor = lazyPart(async () => (await import("./filter-editor.tsx")).FilterEditor, InputBone);

/** Filters shown even while they are not set; the others wait behind “+”. */
const alwaysShown = 3;

interface FilterBarProps {
  readonly resource: Resource;
  readonly control: Pick<ListAddressControl, "address" | "setFilter" | "clearFilters">;
  /** Filters the page itself has set, which are not offered. */
  readonly without?: readonly string[];
}

/** The filters of a list as chips – field, comparison, value – drawn from the contract. */
export function FilterBar({ resource, control, without = [] }: FilterBarProps) {
  const words = useWords(pagesMessages);
  const labels = useWords(resource).fields as Readonly<Record<string, string>>;
  const [added, setAdded] = useState<string>();
  const { filters } = control.address;
  const all = useOfferedFilters(resource).filter(({ name }) => !without.includes(name));
  const shown = all.filter(({ name }, index) => index < alwaysShown || name in filters || name === added);
  const waiting = all.filter((field) => !shown.includes(field));
  const items = inGroups(waiting, ({ name, facts }) => groupOf(name, facts)).map(({ group, members }) => ({
    key: `group:${group}`,
    type: "group" as const,
    label: words.groups[group],
    children: members.map(({ name }) => ({ key: name, label: labels[name] ?? name })),
  }));
  return (
    <search className="ch-filters" aria-label={words.filter}>
      {shown.map((field) => (
        <FilterChip
          key={field.name}
          field={field}
          label={labels[field.name] ?? field.name}
          value={filters[field.name]}
          opensAtOnce={field.name === added}
          onChange={(value) => control.setFilter(field.name, value)}
          onClosed={() => setAdded(undefined)}
        />
      ))}
      {items.length > 0 && (
        <MenuButton items={items} onChoose={setAdded}>
          <button type="button" className="ch-filter ch-filter-add" aria-haspopup="menu">
            <Plus size={12} aria-hidden="true" />
            {words.addFilter}
          </button>
        </MenuButton>
      )}
      {Object.keys(filters).length > 0 && (
        <button type="button" className="ch-btn-link ch-filter-clear" onClick={control.clearFilters}>
          {words.clear}
        </button>
      )}
    </search>
  );
}

interface FilterChipProps {
  readonly field: FilterField;
  readonly label: string;
  readonly value: FilterValue | undefined;
  readonly opensAtOnce: boolean;
  onChange(value: FilterValue | undefined): void;
  onClosed(): void;
}

/** One filter: shows what it is set to, opens its editor. Nothing is applied until the editor says so. */
function FilterChip({ field, label, value, opensAtOnce, onChange, onClosed }: FilterChipProps) {
  const words = useWords(pagesMessages);
  const [isOpen, setIsOpen] = useState(opensAtOnce);
  const draft = useRef<HTMLDivElement>(null);
  const close = () => {
    setIsOpen(false);
    onClosed();
  };
  const apply = (next: FilterValue | undefined) => {
    onChange(next);
    close();
  };
  return (
    <span className={value ? "ch-filter ch-filter-set" : "ch-filter"}>
      <Popover
        content={<FilterDraft ref={draft} field={field} label={label} value={value} onApply={apply} />}
        trigger="click"
        placement="bottomLeft"
        arrow={false}
        destroyOnHidden
        open={isOpen}
        onOpenChange={(next) => (next ? setIsOpen(true) : close())}
        // Drawn in a layer that is still hidden, where a browser focuses nothing.
        afterOpenChange={(isShown) => isShown && draft.current?.querySelector<HTMLElement>("input.ant-input")?.focus()}
      >
        <button type="button" className="ch-filter-button" aria-expanded={isOpen}>
          {label}
          {value && <FilterSummary field={field} value={value} />}
          {!value && <ChevronDown size={12} aria-hidden="true" />}
        </button>
      </Popover>
      {value && (
        <button
          type="button"
          className="ch-filter-remove"
          aria-label={`${words.clear}: ${label}`}
          onClick={() => onChange(undefined)}
        >
          <X size={12} aria-hidden="true" />
        </button>
      )}
    </span>
  );
}

interface FilterDraftProps extends Pick<FilterChipProps, "field" | "label" | "value"> {
  readonly ref: Ref<HTMLDivElement>;
  onApply(value: FilterValue | undefined): void;
}

/** The editor with what was typed so far: typing draws neither the chip nor its popover again. */
function FilterDraft({ ref, field, label, value, onApply }: FilterDraftProps) {
  const words = useWords(pagesMessages);
  const [draft, setDraft] = useState(value);
  const isUsable = isReadable(field, draft);
  const apply = () => isUsable && onApply(draft);
  return (
    <div ref={ref} className="ch-filter-editor">
      <FilterEditor isAlone field={field} label={label} value={draft} onChange={setDraft} onDone={apply} />
      <div className="ch-filter-foot">
        {!isUsable && (
          <span role="alert" className="ch-filter-wrong">
            {words.wrongFormat}
          </span>
        )}
        <Button type="primary" size="small" disabled={!isUsable} onClick={apply}>
          {words.apply}
        </Button>
      </div>
    </div>
  );
}

/** Both ends of an amount as people write them. */
const amountEnds = ({ currency, range }: Extract<FilterValue, { kind: "amount" }>): string =>
  range.map((end) => (end === null ? "" : moneyText(fromWire(end, currency)))).join(" – ");

const moneyText = (amount: Money): string => {
  const { sign, whole, fraction } = moneyParts(amount);
  return `${sign}${whole}${fraction}`;
};

/** Comparison and value of a set filter, in words. */
export function FilterSummary({ field, value }: { field: FilterField; value: FilterValue }) {
  const words = useWords(pagesMessages);
  const ui = useUiWords();
  const separator = useWords(platformMessages).words.listSeparator;
  const labelOf = useValueNames(field, value);
  if (value.kind === "days" && typeof value.range === "string") return <b>{ui[value.range]}</b>;
  if (value.kind === "amount") return <b className="ch-cut">{`${amountEnds(value)} ${value.currency}`}</b>;
  if (value.kind === "days" || value.kind === "figures")
    return <b>{`${value.range[0] ?? ""} – ${value.range[1] ?? ""}`}</b>;
  if (value.kind === "one")
    return (
      <>
        <span className="ch-filter-how">{field.filter.kind === "contains" ? words.contains : words.is}</span>
        <b className="ch-cut">{labelOf(value.value)}</b>
      </>
    );
  const names = value.values.map(labelOf);
  const text =
    names.length <= 2 ? names.join(separator) : fill(words.andMore, { first: names[0] ?? "", count: names.length - 1 });
  return (
    <>
      <span className="ch-filter-how">{words.isOneOf}</span>
      <b className="ch-cut">{text}</b>
    </>
  );
}
