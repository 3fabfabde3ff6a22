import { fill } from "@countinghouse/contract/kit/locale.ts";
import { sysLdapMessages } from "@countinghouse/contract/system/ldap/ldap.messages.ts";
import { type LdapDirectory, type LdapTrial, sysLdap } from "@countinghouse/contract/system/ldap/ldap.ts";
import { LdapVerdict } from "@countinghouse/contract/system/ldap/ldap-enumerations.ts";
import { Button } from "antd";
import { PlugZap } from "lucide-react";
import { useState } from "react";
import { Allowed } from "../../../platform/access/allowed.tsx";
import { call } from "../../../platform/api/client.ts";
import { toastFailure } from "../../../platform/api/use-operation.ts";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { RecordFacts, RecordHistory } from "../../../platform/pages/record-facts.tsx";
import { ChipOf } from "../../../platform/payments/chip-of.tsx";
import { LdapRuns } from "./ldap.runs.part.tsx";
import { LdapSync } from "./ldap.sync.part.tsx";
import "./ldap.css";

const facts = [
  "host",
  "port",
  "tls",
  "baseDn",
  "bindDn",
  "bindPassTime",
  "authFilter",
  "userFilter",
  "orgFilter",
  "bindAttrAccount",
  "bindAttrCode",
  "bindAttrEmployeeId",
  "attrRealName",
  "attrEmail",
  "attrPhone",
  "orgName",
  "addsUsers",
  "syncEvery",
  "linkCount",
  "lastVerdict",
  "lastSyncTime",
  "caCertificate",
  "remark",
];

/** A directory beside the list: what is set, what it answers, and what bringing accounts in line would do. */
export function LdapDetail({ row }: { readonly row: LdapDirectory }) {
  return (
    <>
      <RecordFacts resource={sysLdap} of={row} fields={facts} />
      <Allowed need="sysLdap:test">
        <Trial key={`${row.id} ${row.version}`} id={row.id} />
      </Allowed>
      <Allowed need="sysLdap:preview">
        <LdapSync key={`sync ${row.id} ${row.version}`} row={row} />
      </Allowed>
      <Allowed need="sysLdap:runs">
        <LdapRuns id={row.id} />
      </Allowed>
      <RecordHistory resource={sysLdap} of={row} />
    </>
  );
}

function Trial({ id }: { readonly id: number }) {
  const { actions } = useWords(sysLdapMessages);
  const [isAsking, setAsking] = useState(false);
  const [trial, setTrial] = useState<LdapTrial>();
  const run = async () => {
    setAsking(true);
    setTrial(undefined);
    try {
      setTrial(await call(sysLdap, "test", { id }));
    } catch (error) {
      toastFailure(error);
    } finally {
      setAsking(false);
    }
  };
  return (
    <div className="ldap-part">
      <Button icon={<PlugZap size={16} aria-hidden="true" />} loading={isAsking} onClick={() => void run()}>
        {actions.test}
      </Button>
      <div role="status">{trial && <Outcome {...trial} />}</div>
    </div>
  );
}

function Outcome({ verdict, message, detail, server, userCount, orgCount, sample, latencyMs }: LdapTrial) {
  const { text } = useWords(sysLdapMessages);
  return (
    <>
      <p className="ldap-line">
        <ChipOf enumeration={LdapVerdict} value={verdict} />
        <span className="ch-lines-muted">{[server, `${latencyMs} ms`].filter(Boolean).join(" · ")}</span>
        {userCount !== null && <span>{fill(text.found, { users: userCount, orgs: orgCount ?? 0 })}</span>}
      </p>
      <p>{message}</p>
      {detail && <p className="ch-lines-muted">{detail}</p>}
      {sample.length > 0 && (
        <ul className="ldap-sample">
          {sample.map(({ account, realName, code }) => (
            <li key={code}>
              <span>{[realName, account].filter(Boolean).join(" · ")}</span>
              <span className="ch-mono ch-lines-muted">{code}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
