import { fill } from "@countinghouse/contract/kit/locale.ts";
import { sysLdapMessages } from "@countinghouse/contract/system/ldap/ldap.messages.ts";
import {
  type LdapDirectory,
  type LdapPreview,
  type LdapStep,
  sysLdap,
} from "@countinghouse/contract/system/ldap/ldap.ts";
import { LdapAction, LdapSkip, LdapVerdict } from "@countinghouse/contract/system/ldap/ldap-enumerations.ts";
import { sysOrgMessages } from "@countinghouse/contract/system/org/org.messages.ts";
import { sysUserMessages } from "@countinghouse/contract/system/user/user.messages.ts";
import { Button } from "antd";
import { useState } from "react";
import { Allowed } from "../../../platform/access/allowed.tsx";
import { call } from "../../../platform/api/client.ts";
import { toastFailure, useOperation } from "../../../platform/api/use-operation.ts";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { ChipOf } from "../../../platform/payments/chip-of.tsx";

type Kind = "users" | "orgs";

/** What bringing people or organisations in line would do; carried out only as it was shown. */
export function LdapSync({ row }: { readonly row: LdapDirectory }) {
  const { text } = useWords(sysLdapMessages);
  const [asking, setAsking] = useState<Kind>();
  const [shown, setShown] = useState<{ readonly kind: Kind; readonly preview: LdapPreview }>();
  const look = async (kind: Kind) => {
    setAsking(kind);
    setShown(undefined);
    try {
      setShown({ kind, preview: await call(sysLdap, "preview", { id: row.id, kind }) });
    } catch (error) {
      toastFailure(error);
    } finally {
      setAsking(undefined);
    }
  };
  return (
    <div className="ldap-part">
      <div className="ldap-line">
        <Button loading={asking === "users"} disabled={asking === "orgs"} onClick={() => void look("users")}>
          {text.previewUsers}
        </Button>
        {row.orgFilter && (
          <Button loading={asking === "orgs"} disabled={asking === "users"} onClick={() => void look("orgs")}>
            {text.previewOrgs}
          </Button>
        )}
      </div>
      {shown && <Preview {...shown} id={row.id} onDone={() => setShown(undefined)} />}
    </div>
  );
}

interface PreviewProps {
  readonly id: number;
  readonly kind: Kind;
  readonly preview: LdapPreview;
  onDone(): void;
}

const counted = ["added", "linked", "changed", "disabled", "skipped"] as const;

function Preview({ id, kind, preview, onDone }: PreviewProps) {
  const { text, fields } = useWords(sysLdapMessages);
  const { verdict, message, detail, fingerprint, readCount, unchanged, steps } = preview;
  if (verdict !== "ok")
    return (
      <div role="status">
        <p className="ldap-line">
          <ChipOf enumeration={LdapVerdict} value={verdict} />
        </p>
        <p>{message}</p>
        {detail && <p className="ch-lines-muted">{detail}</p>}
      </div>
    );
  const isIdle = counted.every((name) => name === "skipped" || preview[name] === 0);
  return (
    <div role="status" className="ldap-preview">
      <p>{fill(text.read, { count: readCount, unchanged })}</p>
      <p className="ldap-line">
        {counted
          .filter((name) => preview[name] > 0)
          .map((name) => (
            <span key={name}>
              {fields[name]} <b>{preview[name]}</b>
            </span>
          ))}
      </p>
      {isIdle && <p>{text.nothingToDo}</p>}
      {steps.length > 0 && <Steps kind={kind} steps={steps} />}
      {!isIdle && (
        <Allowed need={kind === "users" ? "sysLdap:syncUser" : "sysLdap:syncOrg"}>
          <CarryOut id={id} kind={kind} fingerprint={fingerprint} onDone={onDone} />
        </Allowed>
      )}
    </div>
  );
}

function CarryOut({
  id,
  kind,
  fingerprint,
  onDone,
}: Omit<PreviewProps, "preview"> & { readonly fingerprint: string | null }) {
  const { text } = useWords(sysLdapMessages);
  const { attempt, isRunning } = useOperation(sysLdap, kind === "users" ? "syncUser" : "syncOrg", {
    success: text.started,
  });
  const run = async () => {
    if (await attempt({ id, fingerprint })) onDone();
  };
  return (
    <Button type="primary" loading={isRunning} onClick={() => void run()}>
      {text.carryOut}
    </Button>
  );
}

function Steps({ kind, steps }: { readonly kind: Kind; readonly steps: readonly LdapStep[] }) {
  const { text } = useWords(sysLdapMessages);
  const shown = steps.slice(0, 200);
  return (
    <>
      <div className="ldap-steps">
        <table>
          <thead>
            <tr>
              <th scope="col">{text.stepAction}</th>
              <th scope="col">{text.stepName}</th>
              <th scope="col">{text.stepWhy}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((step) => (
              <tr key={`${step.action} ${step.name} ${step.realName}`}>
                <td>
                  <ChipOf enumeration={LdapAction} value={step.action} />
                </td>
                <td>
                  {step.name}
                  {step.realName && <span className="ldap-below ch-lines-muted">{step.realName}</span>}
                </td>
                <td>
                  <Why kind={kind} step={step} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {steps.length > shown.length && <p className="ch-lines-muted">{fill(text.moreSteps, { count: shown.length })}</p>}
    </>
  );
}

function Why({ kind, step: { skip, changed } }: { readonly kind: Kind; readonly step: LdapStep }) {
  const locale = useLocale();
  const user: Readonly<Record<string, string>> = useWords(sysUserMessages).fields;
  const org: Readonly<Record<string, string>> = useWords(sysOrgMessages).fields;
  if (skip) return LdapSkip.memberOf(skip)?.text[locale] ?? skip;
  const names = kind === "users" ? user : org;
  return changed.map((field) => names[field] ?? field).join(locale === "en" ? ", " : "、");
}
