import { fill } from "@countinghouse/contract/kit/locale.ts";
import type { RecordOf } from "@countinghouse/contract/kit/resource.ts";
import { sysMenuMessages } from "@countinghouse/contract/settings/menu/menu.messages.ts";
import { type MenuNode, sysMenu } from "@countinghouse/contract/settings/menu/menu.ts";
import { type FormContext, formsOf } from "../../../platform/pages/form-declaration.ts";
import type { FormSection } from "../../../platform/pages/record-form.tsx";
import { IconPicker } from "../../../platform/pickers/icon-picker.tsx";
import { menuType } from "../../../platform/pickers/menu-tree.ts";
import { idsBelow } from "../../../platform/pickers/tree-rows.tsx";
import { rereadRights } from "../../../platform/session/reread.ts";
import { addressHints } from "./menu.checks.detail.tsx";
import { ComponentInput, MenuParentInput, MenuTypeInput, PermissionInput } from "./menu.inputs.form.tsx";

type Menu = RecordOf<typeof sysMenu>;
type Field = Exclude<
  keyof Menu,
  "id" | "code" | "createTime" | "createUserName" | "updateTime" | "updateUserName" | "version"
>;
type Section = FormSection<Field>;
type Values = Readonly<Record<string, unknown>>;
type Words = (typeof sysMenuMessages)["en"];
type MenuContext = FormContext<Words, Menu>;

const nameInputs: Section["fields"] = [
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
      return [
        ...nameInputs,
        { field: "permission", input: PermissionInput, isWide: true, ...hints.permission },
        ...ending,
      ];
    case menuType.directory:
      return [...nameInputs, ...place, { field: "redirect", hint: words.redirectHint ?? "" }, "isHide", ...ending];
    default:
      return [
        ...nameInputs,
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

/** What a new entry is: below a directory a page, below a page a button. */
const startBelow = (row: Menu) => ({
  id: undefined,
  pid: row.id,
  type: row.type === menuType.directory ? menuType.page : menuType.button,
});

/** The menu beside the page is the one just changed. */
const done = () => void rereadRights();

const sections = ({ words: { title }, text, values }: MenuContext) => [
  { key: "entry", title, fields: menuFields(values, text) },
];

export const forms = formsOf<typeof sysMenu, Words, Menu>(sysMenu, sysMenuMessages, {
  add: {
    as: "drawer",
    sections,
    start: (row) => (row ? startBelow(row) : { pid: 0, type: menuType.directory }),
    done,
  },
  update: { as: "drawer", sections, done },
  // Says how much goes with it.
  delete: {
    ask: ({ words: { actions }, text, row }) => {
      const count = idsBelow(row as MenuNode).length - 1;
      const question = fill(count > 0 ? text.removeAll : text.removeOne, { title: row.title, count });
      return { title: actions.delete, text: question, isDangerous: true };
    },
    done,
  },
});
