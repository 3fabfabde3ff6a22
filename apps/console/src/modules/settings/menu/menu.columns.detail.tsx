import { nameIn } from "@countinghouse/contract/names.ts";
import { sysMenuMessages } from "@countinghouse/contract/settings/menu/menu.messages.ts";
import { type MenuNode, sysMenu } from "@countinghouse/contract/settings/menu/menu.ts";
import { MenuType, Status } from "@countinghouse/contract/system-enumerations.ts";
import { StatusChip } from "@countinghouse/ui/cells/status-chip.tsx";
import { TextCell, TwoLineCell, Unknown } from "@countinghouse/ui/cells/text-cell.tsx";
import { MenuIcon } from "@countinghouse/ui/icons/menu-icon.tsx";
import { usePhone } from "@countinghouse/ui/layout/use-phone.ts";
import type { Column } from "@countinghouse/ui/table/column.ts";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { FieldCell } from "../../../platform/pages/field-cell.tsx";
import { fieldFacts } from "../../../platform/pages/list-columns.tsx";
import { menuType } from "../../../platform/pickers/menu-tree.ts";
import { TreeCell, type TreeRow } from "../../../platform/pickers/tree-rows.tsx";

type Row = TreeRow<MenuNode>;

/** What the menu's table shows; the first column is the tree itself, and on a phone it says what matters of the others. */
export function useMenuColumns(onToggle: (row: Row) => void): Column<Row>[] {
  const locale = useLocale();
  const isPhone = usePhone();
  const { fields, text } = useWords(sysMenuMessages);
  const plain = (key: "path" | "component" | "permission", width: number): Column<Row> => ({
    key,
    title: fields[key],
    width,
    cell: ({ record }) => (record[key] ? <TextCell value={record[key]} /> : <Unknown />),
  });
  const typeOf = ({ type }: MenuNode) => MenuType.memberOf(type);
  const columns: Column<Row>[] = [
    {
      key: "title",
      title: fields.title,
      width: 260,
      isFlexible: true,
      pin: "left",
      cell: (row) => {
        const { record } = row;
        const name = nameIn(locale, record.titles, record.title);
        const more = record.permission ?? record.path ?? typeOf(record)?.text[locale];
        return (
          <TreeCell depth={row.depth} isOpen={row.isOpen} name={name} onToggle={() => onToggle(row)}>
            {record.type === menuType.button ? null : <MenuIcon name={record.icon} />}
            {isPhone ? <TwoLineCell first={name} second={more} /> : <TextCell value={name} />}
            {record.isHide ? <StatusChip text={text.hidden} shape="hollow" isFlat /> : null}
            {isPhone && Status.memberOf(record.status)?.name === "Disable" ? <MenuStatus record={record} /> : null}
          </TreeCell>
        );
      },
    },
    {
      key: "type",
      title: fields.type,
      width: 104,
      cell: ({ record }) => {
        const member = typeOf(record);
        return <StatusChip text={member?.text[locale] ?? ""} tone={member?.tone ?? "neutral"} isFlat />;
      },
    },
    plain("path", 164),
    plain("component", 164),
    plain("permission", 180),
    {
      key: "orderNo",
      title: fields.orderNo,
      width: 80,
      align: "end",
      cell: ({ record }) => <TextCell value={record.orderNo} />,
    },
    {
      key: "status",
      title: fields.status,
      width: 104,
      cell: ({ record }) => <MenuStatus record={record} />,
    },
  ];
  return isPhone ? columns.slice(0, 1) : columns;
}

const MenuStatus = ({ record }: { readonly record: MenuNode }) => (
  <FieldCell facts={fieldFacts(sysMenu, "status")} field="status" row={record} />
);
