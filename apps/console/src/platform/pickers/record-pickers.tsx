import { sysPos } from "@countinghouse/contract/system/pos/pos.ts";
import { sysRole } from "@countinghouse/contract/system/role/role.ts";
import { sysUser } from "@countinghouse/contract/system/user/user.ts";
import { ChoiceInput, ChoicesInput, type InputProps } from "@countinghouse/ui/fields/inputs.tsx";
import { Select } from "antd";
import { useState } from "react";
import { useWords } from "../i18n/use-words.ts";
import { useOrgTree } from "./org-tree.ts";
import { pickersMessages } from "./pickers.messages.ts";
import { TreePicker } from "./tree-picker.tsx";
import { useAnswer } from "./use-answer.ts";

/** An organisation. Those outside the user's scope show the way, but cannot be chosen. */
export const OrgPicker = (props: InputProps<number>) => <TreePicker {...props} {...useOrgTree()} />;

/** A position. */
export function PosPicker(props: InputProps<number>) {
  const { data } = useAnswer(sysPos, "list", {});
  // Never side by side, however few there are: their number grows.
  return (
    <ChoiceInput
      {...props}
      isRequired={false}
      choices={(data ?? []).map(({ id, name, status }) => ({
        value: id,
        label: name,
        isDisabled: status !== 1 && id !== props.value,
      }))}
    />
  );
}

/** Roles, several at once. */
export function RolesPicker(props: InputProps<readonly number[]>) {
  const { data } = useAnswer(sysRole, "list", {});
  return <ChoicesInput {...props} choices={(data ?? []).map(({ id, name }) => ({ value: id, label: name }))} />;
}

/** A person who signs in, found by account or name on the server. */
export function UserPicker({ facts, value, onChange, isDisabled = false }: InputProps<number>) {
  const words = useWords(pickersMessages);
  const [text, setText] = useState("");
  const asked = { page: 1, pageSize: 20 };
  const byName = useAnswer(sysUser, "page", { ...asked, realName: text || null });
  const byAccount = useAnswer(sysUser, "page", { ...asked, account: text }, { isEnabled: text !== "" });
  const known = useAnswer(sysUser, "detail", { id: value ?? 0 }, { isEnabled: typeof value === "number" });
  const found = [...(known.data ? [known.data] : []), ...(byName.data?.items ?? []), ...(byAccount.data?.items ?? [])];
  const options = [
    ...new Map(
      found.map(({ id, realName, account }) => [id, { value: id, label: `${realName} · ${account}` }]),
    ).values(),
  ];
  return (
    <Select<number>
      id={facts.id}
      aria-invalid={facts.isInvalid}
      {...(facts.isInvalid ? { status: "error" as const } : {})}
      allowClear
      disabled={isDisabled}
      showSearch={{ filterOption: false, onSearch: setText }}
      loading={byName.isFetching || byAccount.isFetching}
      placeholder={words.typeToSearch}
      notFoundContent={byName.error ? words.loadFailed : words.noMatch}
      options={options}
      value={value ?? null}
      onChange={(next) => onChange(next ?? null)}
    />
  );
}
