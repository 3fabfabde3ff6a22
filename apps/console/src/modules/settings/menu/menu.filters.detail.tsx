import { sysMenuMessages } from "@countinghouse/contract/settings/menu/menu.messages.ts";
import { MenuType } from "@countinghouse/contract/system-enumerations.ts";
import { PlainSelect } from "@countinghouse/ui/fields/plain-select.tsx";
import { useUiWords } from "@countinghouse/ui/layout/ui-words.ts";
import { ChevronsDownUp, ChevronsUpDown, RotateCw, Search } from "lucide-react";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { pagesMessages } from "../../../platform/pages/pages.messages.ts";

/** What the tree is narrowed to. */
export interface MenuFilter {
  readonly text: string;
  readonly type: (typeof MenuType.members)[number]["value"] | null;
}

export const noFilter: MenuFilter = { text: "", type: null };

interface MenuFiltersProps {
  readonly filter: MenuFilter;
  onChange(filter: MenuFilter): void;
  onUnfold(isOpen: boolean): void;
  onRefresh(): void;
}

/** Search by title, path or permission, by type; unfold and fold all. */
export function MenuFilters({ filter, onChange, onUnfold, onRefresh }: MenuFiltersProps) {
  const { fields, text } = useWords(sysMenuMessages);
  const ui = useUiWords();
  const words = useWords(pagesMessages);
  const locale = useLocale();
  return (
    <div className="ch-filters">
      <span className="ch-input menu-search">
        <Search size={14} aria-hidden="true" />
        <input
          type="search"
          placeholder={text.search}
          aria-label={text.search}
          value={filter.text}
          onChange={(event) => onChange({ ...filter, text: event.target.value })}
        />
      </span>
      <PlainSelect
        label={fields.type}
        value={filter.type === null ? "" : String(filter.type)}
        choices={MenuType.members.map((member) => ({ value: String(member.value), label: member.text[locale] }))}
        onChange={(type) => onChange({ ...filter, type: MenuType.memberOf(Number(type))?.value ?? null })}
      />
      <span className="ch-grow" />
      <button
        type="button"
        className="ch-icon-btn"
        aria-label={ui.expandAll}
        title={ui.expandAll}
        onClick={() => onUnfold(true)}
      >
        <ChevronsUpDown size={16} aria-hidden="true" />
      </button>
      <button
        type="button"
        className="ch-icon-btn"
        aria-label={ui.collapseAll}
        title={ui.collapseAll}
        onClick={() => onUnfold(false)}
      >
        <ChevronsDownUp size={16} aria-hidden="true" />
      </button>
      <button
        type="button"
        className="ch-icon-btn"
        aria-label={words.refresh}
        title={words.refresh}
        onClick={onRefresh}
      >
        <RotateCw size={16} aria-hidden="true" />
      </button>
    </div>
  );
}
