import { fill } from "@countinghouse/contract/kit/locale.ts";
import { sysUserMessages } from "@countinghouse/contract/system/user/user.messages.ts";
import { sysUser, type User } from "@countinghouse/contract/system/user/user.ts";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { formsOf } from "../../../platform/pages/form-declaration.ts";
import type { RowFormProps } from "../../../platform/pages/paged-resource.ts";
import { RecordForm } from "../../../platform/pages/record-form.tsx";
import { LoadedForm } from "../../../platform/pickers/loaded-form.tsx";
import { OneTimeSecret } from "../../../platform/pickers/one-time-secret.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import { AccountTypeInput, ExtraOrgsInput } from "./user.inputs.form.tsx";

type Words = (typeof sysUserMessages)["en"]["text"];

const account = (text: Words) =>
  [
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
    { field: "domainAccount", hint: text.domainHint },
    { field: "refundLimit", hint: text.refundLimitHint },
    "orderNo",
    "remark",
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
  "introduction",
] as const;

/** A password that exists only until the first sign-in, shown the one time there is. */
function OneTimePassword({ account, password, onClose }: OneTimePasswordProps) {
  const { fields, text } = useWords(sysUserMessages);
  const note = fill(text.oneTimePassword, { account });
  return <OneTimeSecret title={fields.password} text={note} values={[password]} onClose={onClose} />;
}

interface OneTimePasswordProps {
  readonly account: string;
  readonly password: string;
  onClose(): void;
}

const sections = ({ text }: { readonly text: Words }) => [
  { key: "account", title: text.mainTab, fields: account(text) },
  { key: "orgs", title: text.orgTab, fields: memberships },
  { key: "profile", title: text.profileTab, fields: profile },
];

/** Changes an account, once the roles and organisations that it has are read. */
function UserUpdate({ record, onClose }: RowFormProps<User>) {
  const { text } = useWords(sysUserMessages);
  const userId = record?.id ?? 0;
  const roles = useAnswer(sysUser, "ownRoleList", { userId });
  const orgs = useAnswer(sysUser, "ownExtOrgList", { userId });
  return (
    <LoadedForm answers={[roles, orgs]} onClose={onClose}>
      {() => (
        <RecordForm
          resource={sysUser}
          operation="update"
          sections={() => sections({ text })}
          record={{ ...record, roleIdList: roles.data, extOrgIdList: orgs.data }}
          onClose={onClose}
        />
      )}
    </LoadedForm>
  );
}

export const forms = formsOf<typeof sysUser, (typeof sysUserMessages)["en"], User>(sysUser, sysUserMessages, {
  add: {
    sections,
    after: ({ result: { password }, values, onClose }) => (
      <OneTimePassword account={String(values.account)} password={password} onClose={onClose} />
    ),
  },
  update: UserUpdate,
  // Ends all sessions of the account.
  resetPwd: {
    ask: ({ text, row }) => ({
      title: fill(text.resetTitle, { account: row.account }),
      text: text.resetText,
      isDangerous: true,
    }),
    after: ({ result, row, onClose }) => (
      <OneTimePassword account={(row as User).account} password={result} onClose={onClose} />
    ),
  },
});
