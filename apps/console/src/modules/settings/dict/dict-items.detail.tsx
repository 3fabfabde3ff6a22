import type { RecordOf } from "@countinghouse/contract/kit/resource.ts";
import { nameIn, namesOf } from "@countinghouse/contract/names.ts";
import { sysDictDataMessages } from "@countinghouse/contract/settings/dict/dict-data.messages.ts";
import { type DictItem, sysDictData } from "@countinghouse/contract/settings/dict/dict-data.ts";
import { sysDictTypeMessages } from "@countinghouse/contract/settings/dict/dict-type.messages.ts";
import type { sysDictType } from "@countinghouse/contract/settings/dict/dict-type.ts";
import { Status } from "@countinghouse/contract/system-enumerations.ts";
import { type ChipTone, StatusChip } from "@countinghouse/ui/cells/status-chip.tsx";
import { TextCell, TwoLineCell, Unknown } from "@countinghouse/ui/cells/text-cell.tsx";
import { PlainSelect } from "@countinghouse/ui/fields/plain-select.tsx";
import { usePhone } from "@countinghouse/ui/layout/use-phone.ts";
import type { Column } from "@countinghouse/ui/table/column.ts";
import { DataTable } from "@countinghouse/ui/table/data-table.tsx";
import { Search } from "lucide-react";
import { useState } from "react";
import { useMay } from "../../../platform/access/allowed.tsx";
import { CallError } from "../../../platform/api/call-error.ts";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { PageActions } from "../../../platform/pages/page-actions.tsx";
import { useRowActions } from "../../../platform/pages/row-actions.tsx";
import { StatusSwitch } from "../../../platform/pickers/status-switch.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import "./dict.css";

const forms = {
  own: async () => ({ forms: (await import("./dict-item.form.tsx")).itemForms(false) }),
  builtIn: async () => ({ forms: (await import("./dict-item.form.tsx")).itemForms(true) }),
};
const tones: Readonly<Record<NonNullable<DictItem["tagType"]>, ChipTone>> = {
  primary: "info",
  success: "success",
  info: "neutral",
  warning: "warning",
  danger: "danger",
};

/** The items of one dictionary. Those of an enumeration come with the product: only their words and tags change. */
export function DictItems({ row: dictionary }: { readonly row: RecordOf<typeof sysDictType> }) {
  const { items: title, builtInNote } = useWords(sysDictTypeMessages).text;
  const isBuiltIn = dictionary.sysFlag === 1;
  const canRead = useMay()("sysDictData:list");
  const { data, isPending, error, refetch } = useAnswer(
    sysDictData,
    "list",
    { dictTypeId: dictionary.id },
    { isEnabled: canRead },
  );
  const columns = useItemColumns(isBuiltIn);
  const [filter, setFilter] = useState(noFilter);
  const rows = (data ?? []).filter(fits(filter));
  const actions = useRowActions({
    resource: sysDictData,
    actions: isBuiltIn ? ["update"] : ["update", { action: "copy" }, "delete"],
    forms: isBuiltIn ? forms.builtIn : forms.own,
    nameField: "value",
  });
  const failure =
    error && !data
      ? {
          message: error.message,
          requestId: error instanceof CallError ? error.requestId : "",
          retry: () => void refetch(),
        }
      : undefined;
  const state = !canRead
    ? ({ kind: "forbidden" } as const)
    : failure
      ? ({ kind: "failed", failure } as const)
      : ({ kind: isPending ? "loading" : "ready" } as const);
  return (
    <>
      <p className="dict-code ch-mono">{dictionary.code}</p>
      <header className="dict-items-head">
        <h3>{title}</h3>
        {isBuiltIn ? (
          <span className="dict-note">{builtInNote}</span>
        ) : (
          <PageActions
            resource={sysDictData}
            actions={["add"]}
            forms={forms.own}
            initial={{ dictTypeId: dictionary.id }}
          />
        )}
      </header>
      <ItemFilters filter={filter} onChange={setFilter} />
      <div className="ch-card dict-items">
        <DataTable
          label={title}
          height="rows"
          columns={columns}
          rows={rows}
          rowKey={({ id }) => String(id)}
          state={state}
          actions={actions.inRowOf(rows)}
        />
      </div>
      {actions.layer}
    </>
  );
}

/** What the items are narrowed to. */
interface ItemFilter {
  readonly text: string;
  readonly status: DictItem["status"] | null;
}

const noFilter: ItemFilter = { text: "", status: null };

const fits =
  ({ text, status }: ItemFilter) =>
  (item: DictItem): boolean =>
    (status === null || item.status === status) &&
    [item.value, item.code, ...namesOf(item.names, item.name ?? "")].some((one) =>
      one.toLowerCase().includes(text.trim().toLowerCase()),
    );

/** Search by what an item stores and shows, and by whether it is in use. */
function ItemFilters({ filter, onChange }: { readonly filter: ItemFilter; onChange(filter: ItemFilter): void }) {
  const { fields, text } = useWords(sysDictDataMessages);
  const locale = useLocale();
  return (
    <div className="ch-filters dict-filters">
      <span className="ch-input ch-grow">
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
        label={fields.status}
        value={filter.status === null ? "" : String(filter.status)}
        choices={Status.members.map((member) => ({ value: String(member.value), label: member.text[locale] }))}
        onChange={(status) => onChange({ ...filter, status: Status.memberOf(Number(status))?.value ?? null })}
      />
    </div>
  );
}

function useItemColumns(isBuiltIn: boolean): Column<DictItem>[] {
  const locale = useLocale();
  const isPhone = usePhone();
  const { fields } = useWords(sysDictDataMessages);
  const shown = (item: DictItem) => nameIn(locale, item.names, item.name || item.value);
  const nameOf = (item: DictItem) =>
    item.tagType ? (
      <StatusChip text={shown(item)} tone={tones[item.tagType]} isFlat={isPhone} />
    ) : (
      <TextCell value={shown(item)} />
    );
  const columns: Column<DictItem>[] = [
    {
      key: "name",
      title: fields.name,
      width: 112,
      isFlexible: true,
      cell: (item) =>
        isPhone ? (
          <TwoLineCell first={nameOf(item)} second={[...new Set([item.value, item.code])].join(" · ")} />
        ) : (
          nameOf(item)
        ),
    },
    { key: "value", title: fields.value, width: 72, cell: ({ value }) => <TextCell value={value} /> },
    { key: "code", title: fields.code, width: 96, cell: ({ code }) => <span className="ch-mono">{code}</span> },
    {
      key: "extData",
      title: fields.extData,
      width: 160,
      cell: ({ extData }) => (extData ? <TextCell value={extData} /> : <Unknown />),
    },
    {
      key: "status",
      title: fields.status,
      width: 112,
      cell: (item) => <StatusSwitch resource={sysDictData} row={item} name={shown(item)} isFixed={isBuiltIn} />,
    },
  ];
  return isPhone ? columns.filter(({ key }) => key === "name" || key === "status") : columns;
}
