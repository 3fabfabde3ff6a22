import type { Resource } from "@countinghouse/contract/kit/resource.ts";
import { Button, Drawer } from "antd";
import { useState } from "react";
import { useWords } from "../i18n/use-words.ts";
import { groupOf, inGroups } from "./field-groups.ts";
import { FilterEditor } from "./filter-editor.tsx";
import { type FilterValue, isReadable } from "./list-address.ts";
import { pagesMessages } from "./pages.messages.ts";
import { useOfferedFilters } from "./use-readable-fields.ts";

interface FilterSheetProps {
  readonly resource: Resource;
  readonly filters: Readonly<Record<string, FilterValue>>;
  readonly without?: readonly string[];
  onApply(filters: Readonly<Record<string, FilterValue>>): void;
  onClose(): void;
}

/** All filters of a list in a sheet from the bottom of a phone; applied together. */
export function FilterSheet({ resource, filters, without = [], onApply, onClose }: FilterSheetProps) {
  const words = useWords(pagesMessages);
  const labels = useWords(resource).fields as Readonly<Record<string, string>>;
  const offered = useOfferedFilters(resource).filter(({ name }) => !without.includes(name));
  const [draft, setDraft] = useState(filters);
  const set = (name: string, value: FilterValue | undefined) => {
    const { [name]: _before, ...others } = draft;
    setDraft(value ? { ...others, [name]: value } : others);
  };
  const isUsable = offered.every((field) => isReadable(field, draft[field.name]));
  const foot = (
    <div className="ch-sheet-foot">
      <Button size="large" onClick={() => setDraft({})}>
        {words.clear}
      </Button>
      <Button size="large" type="primary" disabled={!isUsable} onClick={() => onApply(draft)}>
        {words.apply}
      </Button>
    </div>
  );
  return (
    <Drawer
      open
      placement="bottom"
      title={words.filter}
      footer={foot}
      onClose={onClose}
      size="75vh"
      rootClassName="ch-sheet"
    >
      {inGroups(offered, ({ name, facts }) => groupOf(name, facts)).map(({ group, members }) => (
        <section key={group} className="ch-sheet-group" aria-label={words.groups[group]}>
          <h3>{words.groups[group]}</h3>
          {members.map((field) => {
            const label = labels[field.name] ?? field.name;
            return (
              <div key={field.name} className="ch-sheet-filter">
                <h4>{label}</h4>
                <FilterEditor
                  field={field}
                  label={label}
                  value={draft[field.name]}
                  onChange={(value) => set(field.name, value)}
                  onDone={() => isUsable && onApply(draft)}
                />
                {!isReadable(field, draft[field.name]) && (
                  <p role="alert" className="ch-filter-wrong">
                    {words.wrongFormat}
                  </p>
                )}
              </div>
            );
          })}
        </section>
      ))}
    </Drawer>
  );
}
