import { fill } from "@countinghouse/contract/kit/locale.ts";
import { coinAppMessages } from "@countinghouse/contract/merchants/coin-app/coin-app.messages.ts";
import { type AppKey, coinApp } from "@countinghouse/contract/merchants/coin-app/coin-app.ts";
import { KeyScope } from "@countinghouse/contract/terms-enumerations.ts";
import { CodesCell } from "@countinghouse/ui/cells/codes-cell.tsx";
import { Copyable } from "@countinghouse/ui/cells/copyable.tsx";
import { formatInstant } from "@countinghouse/ui/cells/instant.ts";
import { StatusChip } from "@countinghouse/ui/cells/status-chip.tsx";
import { TimeCell } from "@countinghouse/ui/cells/time-cell.tsx";
import { Facts } from "@countinghouse/ui/layout/facts.tsx";
import { useTimeZone } from "@countinghouse/ui/layout/ui-settings.ts";
import { Button } from "antd";
import { useState } from "react";
import { useMay } from "../../../platform/access/allowed.tsx";
import { toastFailure, useOperation } from "../../../platform/api/use-operation.ts";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { ActionForm } from "../../../platform/pages/action-form.tsx";
import { useConfirm } from "../../../platform/pages/use-confirm.tsx";
import { Answered } from "../../../platform/pickers/answered.tsx";
import { OneTimeSecret } from "../../../platform/pickers/one-time-secret.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import "./coin-app.css";

const forms = () => import("./coin-app.form.tsx");

/** The keys of an app, one for each mode, with what can be done with them. */
export function AppKeys({ appId }: { readonly appId: string }) {
  const { text } = useWords(coinAppMessages);
  const answer = useAnswer(coinApp, "keys", { id: appId });
  return (
    <section>
      <h3 className="ch-section-title">{text.keys}</h3>
      <Answered answer={answer}>
        {(data) => data.map((key) => <KeyCard key={key.mode} appId={appId} of={key} />)}
      </Answered>
    </section>
  );
}

interface KeyProps {
  readonly appId: string;
  readonly of: AppKey;
}

function KeyCard({ appId, of }: KeyProps) {
  const { text, actions } = useWords(coinAppMessages);
  const may = useMay();
  const [isEditing, edit] = useState(false);
  return (
    <article className="ch-app-key">
      <header>
        <h4>{of.mode === "live" ? text.liveKey : text.testKey}</h4>
        <KeyState of={of} />
        <span className="ch-grow" />
        {may("coinApp:updateKey") && (
          <Button size="small" onClick={() => edit(true)}>
            {actions.updateKey}
          </Button>
        )}
        {may("coinApp:rotateSecret") && <RotateButton appId={appId} of={of} />}
      </header>
      <KeyFacts appId={appId} of={of} />
      {isEditing && (
        <ActionForm
          resource={coinApp}
          operation="updateKey"
          forms={forms}
          initial={{ ...of, id: appId }}
          plain={null}
          onClose={() => edit(false)}
        />
      )}
    </article>
  );
}

function KeyState({ of: { isEnabled, expireTime, secretTime } }: Pick<KeyProps, "of">) {
  const { text } = useWords(coinAppMessages);
  const isExpired = expireTime !== null && Date.parse(expireTime) <= Date.now();
  if (secretTime === null) return <StatusChip text={text.noSecretYet} tone="neutral" shape="hollow" />;
  if (isExpired) return <StatusChip text={text.expired} tone="danger" shape="hollow" />;
  return isEnabled ? (
    <StatusChip text={text.on} tone="success" />
  ) : (
    <StatusChip text={text.off} tone="neutral" shape="hollow" />
  );
}

function KeyFacts({ appId, of }: KeyProps) {
  const { text, fields } = useWords(coinAppMessages);
  const locale = useLocale();
  const time = (value: string | null, none: string) =>
    value ? <TimeCell value={value} /> : <span className="ch-unknown">{none}</span>;
  const code = (value: string) => (
    <Copyable value={value} className="ch-app-key-code">
      {value}
    </Copyable>
  );
  const scopes = of.scopes.map((scope) => KeyScope.memberOf(scope)?.text[locale] ?? scope);
  return (
    <>
      <Facts
        facts={[
          { key: "appKey", label: fields.appKey, value: code(of.appKey), isWide: true },
          { key: "publishableKey", label: fields.publishableKey, value: code(of.publishableKey), isWide: true },
          { key: "scopes", label: fields.scopes, value: <CodesCell codes={scopes} none={text.everything} /> },
          { key: "ips", label: fields.allowedIps, value: <CodesCell codes={of.allowedIps} none={text.everywhere} /> },
          { key: "secretTime", label: fields.secretTime, value: time(of.secretTime, text.noSecretYet) },
          { key: "lastUsed", label: fields.lastUsedTime, value: time(of.lastUsedTime, text.never) },
          { key: "expires", label: fields.expireTime, value: time(of.expireTime, text.noExpiry) },
        ]}
      />
      {of.previousUntil && <PreviousSecret appId={appId} of={of} until={of.previousUntil} />}
    </>
  );
}

/** The secret before the present one, while it is accepted. */
function PreviousSecret({ appId, of, until }: KeyProps & { readonly until: string }) {
  const { text, actions } = useWords(coinAppMessages);
  const zone = useTimeZone();
  const mayEnd = useMay()("coinApp:endPreviousSecret");
  const { attempt, isRunning } = useOperation(coinApp, "endPreviousSecret");
  const { ask, dialog } = useConfirm();
  const end = async () => {
    const title = actions.endPreviousSecret;
    if (await ask({ title, text: text.endConfirm, confirm: title, isDangerous: true }))
      await attempt({ id: appId, mode: of.mode });
  };
  return (
    <p className="ch-app-key-previous">
      <span>{fill(text.overlap, { time: formatInstant(until, zone) })}</span>
      {mayEnd && (
        <Button size="small" danger disabled={isRunning} onClick={() => void end()}>
          {actions.endPreviousSecret}
        </Button>
      )}
      {dialog}
    </p>
  );
}

const overlapMs = 24 * 3_600_000;

/** Makes a new secret after a question and shows it the one time there is. */
function RotateButton({ appId, of }: KeyProps) {
  const { text } = useWords(coinAppMessages);
  const zone = useTimeZone();
  const { attempt, isRunning } = useRotation(appId, of);
  const { ask, dialog } = useConfirm();
  const [secret, show] = useState<string>();
  const label = of.secretTime === null ? text.makeSecret : text.rotate;
  const until = formatInstant(new Date(Date.now() + overlapMs).toISOString(), zone);
  const lead = of.secretTime === null ? text.firstLead : fill(text.rotateLead, { time: until });
  const rotate = async () => {
    if (await ask({ title: `${label} · ${of.appKey}`, text: lead, confirm: label })) show(await attempt());
  };
  return (
    <>
      <Button size="small" disabled={isRunning} onClick={() => void rotate()}>
        {label}
      </Button>
      {dialog}
      {secret && (
        <OneTimeSecret title={label} text={text.shownOnce} values={[secret]} onClose={() => show(undefined)} />
      )}
    </>
  );
}

/** The secret, or nothing where it was refused: why is said by the call itself. */
function useRotation(appId: string, { mode }: AppKey) {
  const { run, isRunning } = useOperation(coinApp, "rotateSecret");
  const attempt = async () => {
    try {
      return (await run({ id: appId, mode })).secret;
    } catch (error) {
      toastFailure(error);
      return undefined;
    }
  };
  return { attempt, isRunning };
}
