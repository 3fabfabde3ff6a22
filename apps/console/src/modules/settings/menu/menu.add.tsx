import type { RecordOf } from "@countinghouse/contract/kit/resource.ts";
import { sysMenuMessages } from "@countinghouse/contract/settings/menu/menu.messages.ts";
import { type MenuNode, sysMenu } from "@countinghouse/contract/settings/menu/menu.ts";
import { useWords } from "../../../platform/i18n/use-words.ts";
import type { RowFormProps } from "../../../platform/pages/paged-resource.ts";
import { IconPicker } from "../../../platform/pickers/icon-picker.tsx";
import { menuType } from "../../../platform/pickers/menu-tree.ts";
import { type FormSection, SectionedForm } from "../../../platform/pickers/sectioned-form.tsx";
import { rereadRights } from "../../../platform/session/reread.ts";
import { addressHints } from "./menu.checks.detail.tsx";
import { ComponentInput, EditedMenu, MenuParentInput, MenuTypeInput, PermissionInput } from "./menu.inputs.add.tsx";

type Menu = RecordOf<typeof sysMenu>;
type Field = Exclude<
  keyof Menu,
  "id" | "code" | "createTime" | "createUserName" | "updateTime" | "updateUserName" | "version"
>;
type Section = FormSection<Field>;
type Values = Readonly<Record<string, unknown>>;

const naming: Section["fields"] = [
  { field: "type", input: MenuTypeInput, isWide: true },
  { field: "pid", input: MenuParentInput },
  "title",
  { field: "titles", isWide: true },
];

/** The fields of an entry follow from its type, and an embedded or outside address takes the place of a page. */
export function menuFields(values: Values, words: { readonly [hint: string]: string }): Section["fields"] {
  const hints = addressHints(values, words);
  const place: Section["fields"] = [
    { field: "path", ...hints.path },
    { field: "icon", input: IconPicker },
  ];
  const page: Section["fields"] = values.outLink
    ? []
    : [
        { field: "component", input: ComponentInput, ...hints.component },
        { field: "name", hint: words.nameHint ?? "" },
      ];
  const ending: Section["fields"] = ["orderNo", "status", { field: "remark", isWide: true }];
  switch (values.type) {
    case menuType.button:
      return [...naming, { field: "permission", input: PermissionInput, isWide: true, ...hints.permission }, ...ending];
    case menuType.directory:
      return [...naming, ...place, { field: "redirect", hint: words.redirectHint ?? "" }, "isHide", ...ending];
    default:
      return [
        ...naming,
        ...place,
        ...page,
        { field: "outLink", isWide: true, ...hints.outLink },
        ...(values.outLink ? (["isIframe"] as const) : []),
        "isHide",
        "isKeepAlive",
        "isAffix",
        ...ending,
      ];
  }
}

interface MenuFormProps {
  readonly operation: "add" | "update";
  readonly record?: Menu;
  readonly initial?: object;
  onClose(): void;
}

function MenuForm({ record, onClose, ...props }: MenuFormProps) {
  const { title, text } = useWords(sysMenuMessages);
  // The menu beside the page is the one just changed.
  const done = () => {
    onClose();
    void rereadRights();
  };
  const sections = (values: Values) => [{ key: "entry", title, fields: menuFields(values, text) }];
  return (
    <EditedMenu value={record}>
      <SectionedForm
        resource={sysMenu}
        as="drawer"
        sections={sections}
        record={record}
        onDone={done}
        onClose={onClose}
        {...props}
      />
    </EditedMenu>
  );
}

/** Adds an entry of the menu, or changes the one it is opened on. */
export const MenuAdd = ({ record, onClose }: RowFormProps<Menu>) =>
  record ? (
    <MenuForm operation="update" record={withoutChildren(record)} onClose={onClose} />
  ) : (
    <MenuForm operation="add" initial={{ pid: 0, type: menuType.directory }} onClose={onClose} />
  );

/** Adds an entry below another: a page below a directory, a button below a page. */
export function MenuChildAdd({ record, onClose }: RowFormProps<Menu>) {
  if (!record) return null;
  const type = record.type === menuType.directory ? menuType.page : menuType.button;
  return <MenuForm operation="add" initial={{ pid: record.id, type }} onClose={onClose} />;
}

function withoutChildren(record: Menu): Menu {
  const { children: _below, ...menu } = record as MenuNode;
  return menu;
}
