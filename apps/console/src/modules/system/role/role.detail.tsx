import { fill } from "@countinghouse/contract/kit/locale.ts";
import type { RecordOf } from "@countinghouse/contract/kit/resource.ts";
import { sysRoleMessages } from "@countinghouse/contract/system/role/role.messages.ts";
import { sysRole } from "@countinghouse/contract/system/role/role.ts";
import { sysUser } from "@countinghouse/contract/system/user/user.ts";
import { Link } from "react-router";
import { useMay } from "../../../platform/access/allowed.tsx";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { RecordFacts, RecordHistory } from "../../../platform/pages/record-facts.tsx";
import { Answered } from "../../../platform/pickers/answered.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import "./role.css";

type Role = RecordOf<typeof sysRole>;

const facts = ["name", "code", "tenantName", "dataScope", "status", "orderNo", "remark"];
/** As many as the drawer names; the page of accounts lists them all. */
const named = 20;

/** A role beside the list: what it is, and who holds it as far as the reader sees them. */
export function RolePanel({ row }: { readonly row: Role }) {
  return (
    <>
      <RecordFacts resource={sysRole} of={row} fields={facts} />
      {useMay()("sysUser:page") ? <Holders roleId={row.id} /> : null}
      <RecordHistory resource={sysRole} of={row} />
    </>
  );
}

function Holders({ roleId }: { readonly roleId: number }) {
  const { text } = useWords(sysRoleMessages);
  const answer = useAnswer(sysUser, "page", { roleId, pageSize: named } as never);
  return (
    <section className="role-holders">
      <h3>{text.holders}</h3>
      <Answered answer={answer}>
        {({ items, total }) =>
          items.length === 0 ? (
            <p>{text.noHolders}</p>
          ) : (
            <>
              <ul>
                {items.map(({ id, realName, account, orgName }) => (
                  <li key={id}>
                    <Link className="ch-link" to={`${sysUser.menu?.path}?roleId=${roleId}&open=${id}`}>
                      {realName}
                    </Link>{" "}
                    <small>{[account, orgName].filter(Boolean).join(" · ")}</small>
                  </li>
                ))}
              </ul>
              {total > items.length ? (
                <Link className="ch-link" to={`${sysUser.menu?.path}?roleId=${roleId}`}>
                  {fill(text.allHolders, { count: total })}
                </Link>
              ) : null}
            </>
          )
        }
      </Answered>
    </section>
  );
}
