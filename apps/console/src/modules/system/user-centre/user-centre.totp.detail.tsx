import { sysAuth } from "@countinghouse/contract/system/auth/auth.ts";
import { Copyable } from "@countinghouse/ui/cells/copyable.tsx";
import { StatusChip } from "@countinghouse/ui/cells/status-chip.tsx";
import { Field } from "@countinghouse/ui/fields/field.tsx";
import { Button, Input } from "antd";
import { type FormEvent, useState } from "react";
import { CallError } from "../../../platform/api/call-error.ts";
import { toastFailure, useOperation } from "../../../platform/api/use-operation.ts";
import { QrImage } from "../../../platform/factors/qr-image.tsx";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { useConfirm } from "../../../platform/pages/use-confirm.tsx";
import { userCentreMessages } from "./user-centre.messages.ts";

interface OwnTotpProps {
  readonly isOn: boolean;
  /** The recovery codes that come with a new app, shown once. */
  onCodes(codes: readonly string[]): void;
}

/** The authenticator app: set up with a code to scan and a first answer, or removed. */
export function OwnTotp({ isOn, onCodes }: OwnTotpProps) {
  const words = useWords(userCentreMessages);
  const { actions } = useWords(sysAuth);
  const [started, setStarted] = useState<{ readonly secret: string; readonly uri: string }>();
  const enrol = useOperation(sysAuth, "totpEnrol", { success: null });
  const remove = useOperation(sysAuth, "totpRemove");
  const { ask, dialog } = useConfirm();
  const start = async () => {
    try {
      setStarted(await enrol.run({}));
    } catch (error) {
      toastFailure(error);
    }
  };
  const askAndRemove = async () => {
    const title = actions.totpRemove ?? "";
    if (await ask({ title, text: words.removeTotp, confirm: words.remove, isDangerous: true }))
      await remove.attempt({});
  };
  return (
    <section className="ch-card centre-card">
      <header>
        <h2>{words.totpTitle}</h2>
        <StatusChip
          text={isOn ? words.totpOn : words.totpOff}
          tone={isOn ? "success" : "neutral"}
          shape={isOn ? "filled" : "hollow"}
        />
        <span className="ch-grow" />
        {isOn ? (
          <Button danger loading={remove.isRunning} onClick={() => void askAndRemove()}>
            {words.remove}
          </Button>
        ) : null}
        {!isOn && !started ? (
          <Button loading={enrol.isRunning} onClick={() => void start()}>
            {actions.totpEnrol}
          </Button>
        ) : null}
      </header>
      <p className="centre-note">{words.totpNote}</p>
      {started && !isOn ? (
        <TotpConfirm
          {...started}
          onCancel={() => setStarted(undefined)}
          onCodes={(codes) => {
            setStarted(undefined);
            onCodes(codes);
          }}
        />
      ) : null}
      {dialog}
    </section>
  );
}

interface TotpConfirmProps {
  readonly secret: string;
  readonly uri: string;
  onCodes(codes: readonly string[]): void;
  onCancel(): void;
}

function TotpConfirm({ secret, uri, onCodes, onCancel }: TotpConfirmProps) {
  const words = useWords(userCentreMessages);
  const [code, setCode] = useState("");
  const [refusal, setRefusal] = useState<string>();
  const { run, isRunning } = useOperation(sysAuth, "totpConfirm");
  const send = async (event: FormEvent) => {
    event.preventDefault();
    setRefusal(undefined);
    try {
      onCodes((await run({ code: code.trim() })).recoveryCodes);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setRefusal(error.message);
    }
  };
  return (
    <form className="centre-totp" onSubmit={(event) => void send(event)}>
      <QrImage text={uri} alt={words.totpAlt} size={168} />
      <div className="centre-fields">
        <p>{words.totpScan}</p>
        <p>
          {words.totpSecret}{" "}
          <Copyable value={secret} className="ch-mono">
            {secret}
          </Copyable>
        </p>
        <Field label={words.totpCode} isRequired error={refusal}>
          {(facts) => (
            <Input
              id={facts.id}
              autoFocus
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={8}
              aria-invalid={facts.isInvalid}
              {...(facts.describedBy ? { "aria-describedby": facts.describedBy } : {})}
              value={code}
              onChange={(event) => setCode(event.target.value)}
            />
          )}
        </Field>
        <div className="ch-form-foot">
          <Button onClick={onCancel}>{words.cancel}</Button>
          <Button type="primary" htmlType="submit" loading={isRunning} disabled={code.trim().length < 6}>
            {words.confirm}
          </Button>
        </div>
      </div>
    </form>
  );
}
