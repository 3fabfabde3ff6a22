import { sysMenu } from "@countinghouse/contract/settings/menu/menu.ts";
import { sysRoleMessages } from "@countinghouse/contract/system/role/role.messages.ts";
import type { InputProps } from "@countinghouse/ui/fields/inputs.tsx";
import { Button, Segmented } from "antd";
import { useState } from "react";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { Answered } from "../../../platform/pickers/answered.tsx";
import { CheckTree } from "../../../platform/pickers/check-tree.tsx";
import { menuNodes } from "../../../platform/pickers/menu-tree.ts";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import { grantedBy, nodesByPermissionGroup, presets } from "./role.permission-groups.part.ts";
import "./role.css";

/**
 * What a role's holders may do: page by page, the permissions together by what they are for or one by one. What to start
 * from is offered above, since a role is seldom made of single permissions.
 */
export function RoleMenus({ value, onChange }: InputProps<readonly number[]>) {
  const { fields, text } = useWords(sysRoleMessages);
  const locale = useLocale();
  const tree = useAnswer(sysMenu, "list", {});
  const [view, setView] = useState<"deeds" | "all">("deeds");
  return (
    <Answered answer={tree}>
      {(data) => (
        <>
          <div className="role-start">
            <span>{text.startFrom}</span>
            {presets.map((preset) => (
              <Button key={preset} size="small" onClick={() => onChange(grantedBy(preset, data))}>
                {text[preset]}
              </Button>
            ))}
            <span className="ch-grow" />
            <Segmented
              size="small"
              value={view}
              onChange={setView}
              options={[
                { value: "deeds", label: text.byDeed },
                { value: "all", label: text.oneByOne },
              ]}
            />
          </div>
          <CheckTree
            label={fields.menuIdList}
            nodes={view === "deeds" ? nodesByPermissionGroup(data, locale, text) : menuNodes(data, locale)}
            mode="joined"
            chosen={new Set((value ?? []).map(String))}
            onChange={(chosen) => onChange([...chosen].map(Number))}
          />
        </>
      )}
    </Answered>
  );
}
