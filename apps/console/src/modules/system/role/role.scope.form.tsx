import type { RecordOf } from "@countinghouse/contract/kit/resource.ts";
import { sysRoleMessages } from "@countinghouse/contract/system/role/role.messages.ts";
import type { sysRole } from "@countinghouse/contract/system/role/role.ts";
import { DataScope } from "@countinghouse/contract/system-enumerations.ts";
import type { InputProps } from "@countinghouse/ui/fields/inputs.tsx";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { NoAnswer } from "../../../platform/pickers/answered.tsx";
import { CheckTree } from "../../../platform/pickers/check-tree.tsx";
import { useOrgTree } from "../../../platform/pickers/org-tree.ts";
import "./role.css";

type Scope = RecordOf<typeof sysRole>["dataScope"];
const chosenOrgs: Scope = 5;

/** Whose data the holders of a role see, each choice explained. */
function ScopeInput({ facts, value, onChange }: InputProps<Scope>) {
  const locale = useLocale();
  const { fields, text } = useWords(sysRoleMessages);
  const explained: Readonly<Record<Scope, string>> = {
    1: text.scopeAll,
    2: text.scopeBelow,
    3: text.scopeOwn,
    4: text.scopeSelf,
    5: text.scopeChosen,
  };
  return (
    <div role="radiogroup" aria-label={fields.dataScope} aria-describedby={facts.describedBy} className="role-scopes">
      {DataScope.members.map((member) => (
        <label key={member.value}>
          <input
            type="radio"
            name={facts.id}
            checked={member.value === value}
            onChange={() => onChange(member.value)}
          />
          <span>
            {member.text[locale]}
            <small>{explained[member.value]}</small>
          </span>
        </label>
      ))}
    </div>
  );
}

/** The organisations that are ticked one by one. */
function ScopeOrgsInput({ value, onChange }: InputProps<readonly number[]>) {
  const { text } = useWords(sysRoleMessages);
  const { nodes, isLoading, error, retry } = useOrgTree();
  if (isLoading || error) return <NoAnswer error={error} onRetry={retry} />;
  return (
    <CheckTree
      label={text.orgTree}
      nodes={nodes}
      mode="apart"
      chosen={new Set((value ?? []).map(String))}
      onChange={(chosen) => onChange([...chosen].map(Number))}
    />
  );
}

/** The fields of a data scope: organisations only where they are chosen one by one. */
export const scopeFields = (values: Readonly<Record<string, unknown>>) => [
  { field: "dataScope" as const, input: ScopeInput, isWide: true },
  ...(values.dataScope === chosenOrgs ? [{ field: "orgIdList" as const, input: ScopeOrgsInput, isWide: true }] : []),
];
