import { sysUser, type User } from "@countinghouse/contract/system/user/user.ts";
import { TextCell } from "@countinghouse/ui/cells/text-cell.tsx";
import { Facts } from "@countinghouse/ui/layout/facts.tsx";
import { useMay } from "../../../platform/access/allowed.tsx";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { RecordFacts, RecordHistory } from "../../../platform/pages/record-facts.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";

/** What is asked first about anybody. */
const first = ["account", "accountType", "status", "roleName", "orgName", "posName", "phone", "email", "lastLoginTime"];

/** What is told where it was given. */
const given = [
  "tenantName",
  "nickName",
  "domainAccount",
  "jobNum",
  "posLevel",
  "posTitle",
  "expertise",
  "officeZone",
  "office",
  "officePhone",
  "joinDate",
  "refundLimit",
  "sex",
  "birthday",
  "age",
  "nation",
  "cardType",
  "idCardNum",
  "address",
  "cultureLevel",
  "politicalOutlook",
  "college",
  "emergencyContact",
  "emergencyPhone",
  "emergencyAddress",
  "introduction",
  "signature",
  "lastLoginIp",
  "lastLoginAddress",
  "lastLoginDevice",
  "remark",
] as const satisfies readonly (keyof User)[];

const isGiven = (value: unknown): boolean => value !== null && value !== undefined && value !== "";

/** A person beside the list: who it is and where they work, by name; of the rest, what somebody entered. */
export function UserPanel({ row }: { readonly row: User }) {
  return (
    <>
      <RecordFacts resource={sysUser} of={row} fields={first} />
      {row.managerUserId ? <Manager id={row.managerUserId} /> : null}
      <RecordFacts resource={sysUser} of={row} fields={given.filter((field) => isGiven(row[field]))} />
      <RecordHistory resource={sysUser} of={row} />
    </>
  );
}

/** Whom somebody reports to; nothing where that person is out of the reader's sight. */
function Manager({ id }: { readonly id: number }) {
  const { fields } = useWords(sysUser);
  const { data } = useAnswer(sysUser, "detail", { id }, { isEnabled: useMay()("sysUser:detail") });
  if (!data) return null;
  return <Facts facts={[{ key: "manager", label: fields.managerUserId, value: <TextCell value={data.realName} /> }]} />;
}
