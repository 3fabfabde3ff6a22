import { sysMenuMessages } from "@countinghouse/contract/menu/menu.messages.ts";
import { type MenuNode, sysMenu } from "@countinghouse/contract/menu/menu.ts";
import { nameIn } from "@countinghouse/contract/names.ts";
import { MenuType } from "@countinghouse/contract/system-enumerations.ts";
import { StatusChip } from "@countinghouse/ui/cells/status-chip.tsx";
import { TextCell, Unknown } from "@countinghouse/ui/cells/text-cell.tsx";
import { MenuIcon } from "@countinghouse/ui/icons/menu-icon.tsx";
import type { Column } from "@countinghouse/ui/table/column.ts";
import { useLocale, useWords } from "../../platform/i18n/use-words.ts";
import { FieldCell } from "../../platform/pages/field-cell.tsx";
import { fieldFacts } from "../../platform/pages/list-columns.tsx";
import { menuType } from "../../platform/pickers/menu-tree.ts";
import { TreeCell, type TreeRow } from "../../platform/pickers/tree-rows.tsx";

type Row = TreeRow<MenuNode>;

/** What the menu's table shows; the first column is the tree itself. */
export function useMenuColumns(onToggle: (row: Row) => void): Column<Row>[] {
  const locale = useLocale();
  const { fields, text } = useWords(sysMenuMessages);
  const plain = (key: "path" | "component" | "permission", width: number): Column<Row> => ({
    key,
    title: fields[key],
    width,
    cell: ({ record }) => (record[key] ? <TextCell value={record[key]} /> : <Unknown />),
  });
  return [
    {
      key: "title",
      title: fields.title,
      width: 260,
      isFlexible: true,
      pin: "left",
      cell: (row) => {
        const name = nameIn(locale, row.record.titles, row.record.title);
        return (
          <TreeCell depth={row.depth} isOpen={row.isOpen} name={name} onToggle={() => onToggle(row)}>
            {row.record.type === menuType.button ? null : <MenuIcon name={row.record.icon} />}
            <TextCell value={name} />
            {row.record.isHide ? <StatusChip text={text.hidden} shape="hollow" isFlat /> : null}
          </TreeCell>
        );
      },
    },
    {
      key: "type",
      title: fields.type,
      width: 104,
      cell: ({ record }) => {
        const member = MenuType.memberOf(record.type);
        return <StatusChip text={member?.text[locale] ?? ""} tone={member?.tone ?? "neutral"} isFlat />;
      },
    },
    plain("path", 180),
    plain("component", 180),
    plain("permission", 200),
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
      cell: ({ record }) => <FieldCell facts={fieldFacts(sysMenu, "status")} field="status" row={record} />,
    },
  ];
}
