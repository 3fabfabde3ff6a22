import { sysUserMessages } from "@countinghouse/contract/system/user/user.messages.ts";
import { sysUser, type User } from "@countinghouse/contract/system/user/user.ts";
import { useState } from "react";
import { useWords } from "../../../platform/i18n/use-words.ts";
import type { RowFormProps } from "../../../platform/pages/paged-resource.ts";
import { LoadedForm } from "../../../platform/pickers/loaded-form.tsx";
import { SectionedForm } from "../../../platform/pickers/sectioned-form.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import { AccountTypeInput, ExtraOrgsInput } from "./user.inputs.add.tsx";
import { OneTimePassword } from "./user.reset.add.tsx";

const account = [
  "account",
  "realName",
  "nickName",
  "phone",
  "email",
  { field: "accountType", input: AccountTypeInput },
  { field: "roleIdList", isWide: true },
  "orgId",
  "posId",
  "managerUserId",
  "jobNum",
  "joinDate",
  "orderNo",
  { field: "remark", isWide: true },
] as const;

const memberships = [
  { field: "extOrgIdList", input: ExtraOrgsInput, isWide: true },
  "posLevel",
  "posTitle",
  "expertise",
  "officeZone",
  "office",
] as const;

const profile = [
  "cardType",
  "idCardNum",
  "birthday",
  "sex",
  "age",
  "nation",
  { field: "address", isWide: true },
  "college",
  "cultureLevel",
  "politicalOutlook",
  "officePhone",
  "emergencyContact",
  "emergencyPhone",
  { field: "emergencyAddress", isWide: true },
  { field: "introduction", isWide: true },
] as const;

function useSections() {
  const { text } = useWords(sysUserMessages);
  return () => [
    { key: "account", title: text.mainTab, fields: account },
    { key: "orgs", title: text.orgTab, fields: memberships },
    { key: "profile", title: text.profileTab, fields: profile },
  ];
}

/** Adds an account and shows its one-time password, or changes the account it is opened on. */
export const UserAdd = ({ record, onClose }: RowFormProps<User>) =>
  record ? <UserUpdate user={record} onClose={onClose} /> : <NewUser onClose={onClose} />;

function NewUser({ onClose }: { onClose(): void }) {
  const sections = useSections();
  const [added, setAdded] = useState<{ readonly account: string; readonly password: string }>();
  if (added) return <OneTimePassword {...added} onClose={onClose} />;
  return (
    <SectionedForm
      resource={sysUser}
      operation="add"
      sections={sections}
      onDone={({ password }, { account: name }) => setAdded({ account: String(name), password })}
      onClose={onClose}
    />
  );
}

function UserUpdate({ user, onClose }: { readonly user: User; onClose(): void }) {
  const sections = useSections();
  const roles = useAnswer(sysUser, "ownRoleList", { userId: user.id });
  const orgs = useAnswer(sysUser, "ownExtOrgList", { userId: user.id });
  return (
    <LoadedForm answers={[roles, orgs]} onClose={onClose}>
      {() => (
        <SectionedForm
          resource={sysUser}
          operation="update"
          sections={sections}
          record={{ ...user, roleIdList: roles.data, extOrgIdList: orgs.data }}
          onClose={onClose}
        />
      )}
    </LoadedForm>
  );
}
