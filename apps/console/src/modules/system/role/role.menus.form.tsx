import { sysRoleMessages } from "@countinghouse/contract/system/role/role.messages.ts";
import type { InputProps } from "@countinghouse/ui/fields/inputs.tsx";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { Answered } from "../../../platform/pickers/answered.tsx";
import { CheckTree } from "../../../platform/pickers/check-tree.tsx";
import { useMenuTree } from "../../../platform/pickers/menu-tree.ts";

/** The menus and buttons of a role: a page with its buttons in one row, half ticked where only some are granted. */
export function RoleMenus({ value, onChange }: InputProps<readonly number[]>) {
  const { fields } = useWords(sysRoleMessages);
  const tree = useMenuTree();
  return (
    <Answered answer={tree}>
      {() => (
        <CheckTree
          label={fields.menuIdList}
          nodes={tree.nodes}
          mode="joined"
          chosen={new Set((value ?? []).map(String))}
          onChange={(chosen) => onChange([...chosen].map(Number))}
        />
      )}
    </Answered>
  );
}
