import { fill } from "@countinghouse/contract/kit/locale.ts";
import type { ResultOf } from "@countinghouse/contract/kit/resource.ts";
import { sysUserMessages } from "@countinghouse/contract/system/user/user.messages.ts";
import { sysUser, type User } from "@countinghouse/contract/system/user/user.ts";
import { userImport } from "@countinghouse/contract/system/user/user-columns.ts";
import { useEffect, useState } from "react";
import { TableImport } from "../../../platform/files/table-import.tsx";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { formsOf } from "../../../platform/pages/form-declaration.ts";
import type { RowFormProps } from "../../../platform/pages/paged-resource.ts";
import { RecordForm } from "../../../platform/pages/record-form.tsx";
import { InvitationLink } from "../../../platform/pickers/invitation-link.tsx";
import { LoadedForm } from "../../../platform/pickers/loaded-form.tsx";
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

/** Where somebody works, and as what. */
const workOf = ({
  accountType,
  orgId,
  posId,
  managerUserId,
  posLevel,
  expertise,
  officeZone,
  office,
  orderNo,
}: User) => ({ accountType, orgId, posId, managerUserId, posLevel, expertise, officeZone, office, orderNo });

/**
 * A person who starts where another one works: organisations, position, manager, roles and rank. What is about the one
 * person, their account and how to reach them among it, is asked for.
 */
function UserCopy({ record, onClose }: RowFormProps<User>) {
  const { text } = useWords(sysUserMessages);
  const [invited, setInvited] = useState<Invited>();
  const userId = record?.id ?? 0;
  const roles = useAnswer(sysUser, "ownRoleList", { userId });
  const orgs = useAnswer(sysUser, "ownExtOrgList", { userId });
  if (invited) return <Link of={invited} onClose={onClose} />;
  return (
    <LoadedForm answers={[roles, orgs]} onClose={onClose}>
      {() => (
        <RecordForm
          resource={sysUser}
          operation="add"
          sections={() => sections({ text })}
          initial={{
            ...(record ? workOf(record) : {}),
            roleIdList: roles.data ?? [],
            extOrgIdList: (orgs.data ?? []).map(({ orgId, posId }) => ({ orgId, posId })),
          }}
          onClose={onClose}
          onDone={({ invited }) => {
            if (invited) setInvited(invited);
            return invited !== null;
          }}
        />
      )}
    </LoadedForm>
  );
}

/** People from a file. */
function UserImport({ onClose }: RowFormProps<User>) {
  const { text } = useWords(sysUserMessages);
  return <TableImport resource={sysUser} table={userImport} hint={text.fileHint} onClose={onClose} />;
}

type Invited = ResultOf<(typeof sysUser)["operations"]["resetPwd"]>;

function Link({ of, onClose }: Pick<Parameters<typeof InvitationLink>[0], "of" | "onClose">) {
  const { text } = useWords(sysUserMessages);
  return <InvitationLink of={of} words={text} onClose={onClose} />;
}

/** The link of a new account; none where the directory has its password. */
function AfterAdding({ invited, onClose }: { readonly invited: Invited | null; onClose(): void }) {
  useEffect(() => {
    if (!invited) onClose();
  }, [invited, onClose]);
  return invited && <Link of={invited} onClose={onClose} />;
}

export const forms = formsOf<typeof sysUser, (typeof sysUserMessages)["en"], User>(
  sysUser,
  sysUserMessages,
  {
    add: { sections, after: ({ result: { invited }, onClose }) => <AfterAdding invited={invited} onClose={onClose} /> },
    update: UserUpdate,
    import: UserImport,
    // Ends all sessions of the account.
    resetPwd: {
      ask: ({ text, row }) => ({
        title: fill(text.resetTitle, { account: row.account }),
        text: text.resetText,
        isDangerous: true,
      }),
      after: ({ result, onClose }) => <Link of={result} onClose={onClose} />,
    },
  },
  { copy: UserCopy },
);
