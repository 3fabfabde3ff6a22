import type { RecordOf } from "@countinghouse/contract/kit/resource.ts";
import { nameIn } from "@countinghouse/contract/names.ts";
import { sysDictTypeMessages } from "@countinghouse/contract/settings/dict/dict-type.messages.ts";
import { sysDictType } from "@countinghouse/contract/settings/dict/dict-type.ts";
import { StatusChip } from "@countinghouse/ui/cells/status-chip.tsx";
import { TextCell } from "@countinghouse/ui/cells/text-cell.tsx";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { ListPage, type ListPageProps } from "../../../platform/pages/list-page.tsx";
import { StatusSwitch } from "../../../platform/pickers/status-switch.tsx";
import { DictItems } from "./dict-items.detail.tsx";

const forms = () => import("./dict.form.tsx");

type Row = { readonly row: RecordOf<typeof sysDictType> };

const Name = ({ row }: Row) => <TextCell value={nameIn(useLocale(), row.names, row.name)} />;

const State = ({ row }: Row) => (
  <StatusSwitch resource={sysDictType} row={row} name={row.name} isFixed={row.sysFlag === 1} />
);

function Origin({ row }: Row) {
  const { fields, text } = useWords(sysDictTypeMessages);
  return row.sysFlag === 1 ? (
    <StatusChip text={fields.sysFlag} tone="info" isFlat />
  ) : (
    <StatusChip text={text.own} isFlat />
  );
}

const columns: ListPageProps<typeof sysDictType>["columns"] = [
  { field: "name", cell: Name, width: 200 },
  { field: "code", width: 200 },
  { field: "sysFlag", cell: Origin, width: 112 },
  { field: "status", cell: State, width: 88 },
  "orderNo",
  { field: "remark", isHidden: true },
  { field: "updateTime", isHidden: true },
];

/** A mirror of one of the product's enumerations stays as long as the product has it. */
const isOwn = ({ sysFlag }: RecordOf<typeof sysDictType>): boolean => sysFlag !== 1;

/** Dictionaries at the left; the items of the open one at its right. */
export const DictList = () => (
  <ListPage
    resource={sysDictType}
    columns={columns}
    forms={forms}
    rowActions={["update", { action: "delete", when: isOwn }]}
    detail={DictItems}
  />
);
