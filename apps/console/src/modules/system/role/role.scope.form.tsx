import type { RecordOf } from "@countinghouse/contract/kit/resource.ts";
import { sysRoleMessages } from "@countinghouse/contract/system/role/role.messages.ts";
import { sysRole } from "@countinghouse/contract/system/role/role.ts";
import { DataScope } from "@countinghouse/contract/system-enumerations.ts";
import { Modal } from "antd";
import { useState } from "react";
import { CallError } from "../../../platform/api/call-error.ts";
import { useOperation } from "../../../platform/api/use-operation.ts";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import type { RowFormProps } from "../../../platform/pages/paged-resource.ts";
import { pagesMessages } from "../../../platform/pages/pages.messages.ts";
import { Answered, NoAnswer } from "../../../platform/pickers/answered.tsx";
import { CheckTree } from "../../../platform/pickers/check-tree.tsx";
import { useOrgTree } from "../../../platform/pickers/org-tree.ts";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import "./role.css";

type Scope = RecordOf<typeof sysRole>["dataScope"];
const chosenOrgs: Scope = 5;

type Role = RecordOf<typeof sysRole>;

/** Whose data the holders of a role see; for chosen organisations, which ones. */
export const RoleScope = ({ record, onClose }: RowFormProps<Role>) =>
  record ? <ScopeDialog role={record} onClose={onClose} /> : null;

function ScopeDialog({ role, onClose }: { readonly role: Role; onClose(): void }) {
  const { actions } = useWords(sysRoleMessages);
  const words = useWords(pagesMessages);
  const [scope, setScope] = useState<Scope>(role.dataScope);
  const granted = useAnswer(sysRole, "ownOrgList", { id: role.id });
  const [picked, setPicked] = useState<ReadonlySet<string>>();
  const [refusal, setRefusal] = useState<string>();
  const grant = useOperation(sysRole, "grantDataScope");
  const orgs = picked ?? new Set((granted.data ?? []).map(String));
  const save = async () => {
    setRefusal(undefined);
    try {
      await grant.run({ id: role.id, dataScope: scope, orgIdList: scope === chosenOrgs ? [...orgs].map(Number) : [] });
      onClose();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setRefusal(error.message);
    }
  };
  return (
    <Modal
      open
      title={`${actions.grantDataScope} · ${role.name}`}
      width={640}
      centered
      className="role-scope"
      onCancel={onClose}
      okText={words.save}
      cancelText={words.cancel}
      onOk={() => void save()}
      // Saving before the granted ones are known would take them away.
      okButtonProps={{ disabled: scope === chosenOrgs && !picked && !granted.data }}
      confirmLoading={grant.isRunning}
      mask={{ closable: false }}
    >
      <ScopeChoice scope={scope} onChange={setScope} />
      {scope === chosenOrgs ? (
        <Answered answer={granted}>{() => <ScopeOrgs chosen={orgs} onChange={setPicked} />}</Answered>
      ) : null}
      <div role="alert">{refusal ? <p className="ch-field-error">{refusal}</p> : null}</div>
    </Modal>
  );
}

function ScopeChoice({ scope, onChange }: { readonly scope: Scope; onChange(scope: Scope): void }) {
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
    <div role="radiogroup" aria-label={fields.dataScope} className="role-scopes">
      {DataScope.members.map((member) => (
        <label key={member.value}>
          <input
            type="radio"
            name="data-scope"
            checked={member.value === scope}
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

function ScopeOrgs({
  chosen,
  onChange,
}: {
  readonly chosen: ReadonlySet<string>;
  onChange(chosen: ReadonlySet<string>): void;
}) {
  const { text } = useWords(sysRoleMessages);
  const { nodes, isLoading, error, retry } = useOrgTree();
  if (isLoading || error) return <NoAnswer error={error} onRetry={retry} />;
  return <CheckTree label={text.orgTree} nodes={nodes} mode="apart" chosen={chosen} onChange={onChange} />;
}
