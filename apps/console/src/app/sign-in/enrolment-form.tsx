import { type FormEvent, useEffect, useState } from "react";
import { QrImage } from "../../platform/factors/qr-image.tsx";
import { useWords } from "../../platform/i18n/use-words.ts";
import { copyText } from "../copy-text.ts";
import { FormError, SubmitButton, TextField } from "./fields.tsx";
import { signInMessages } from "./sign-in.messages.ts";
import { auth, type SignInResult, type SignInStep } from "./sign-in-call.ts";
import { useSubmit } from "./use-submit.ts";

type Enrolment = Extract<SignInStep, { outcome: "enrolment" }>;

/** Enrols the authenticator app before the first sign-in, and shows the recovery codes. */
export function EnrolmentForm({
  step,
  onResult,
}: {
  readonly step: Enrolment;
  readonly onResult: (result: SignInResult) => Promise<void>;
}) {
  const words = useWords(signInMessages);
  const [secret, setSecret] = useState<{ secret: string; uri: string }>();
  const [code, setCode] = useState("");
  const [done, setDone] = useState<{ recoveryCodes: readonly string[]; signIn: SignInResult }>();
  const submit = useSubmit();
  const { enrolmentTicket } = step;

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for a ticket.
  useEffect(() => {
    void submit.run(async () => setSecret(await auth("enrolStart", { enrolmentTicket })));
  }, [enrolmentTicket]);

  const send = (event: FormEvent) => {
    event.preventDefault();
    void submit.run(async () => setDone(await auth("enrolConfirm", { enrolmentTicket, code: code.trim() })));
  };
  if (done) return <RecoveryCodes codes={done.recoveryCodes} onGoOn={() => void onResult(done.signIn)} />;
  return (
    <form onSubmit={send}>
      {secret ? (
        <div className="sign-enrol">
          <QrImage text={secret.uri} alt={words.enrolAlt} size={168} />
          <p>
            {words.enrolSecret} <code className="ch-mono">{secret.secret}</code>
          </p>
        </div>
      ) : null}
      <TextField
        label={words.totpLabel}
        value={code}
        onChange={setCode}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={8}
        autoFocus
        required
      />
      <FormError>{submit.error?.message}</FormError>
      <SubmitButton isBusy={submit.isBusy}>{words.confirm}</SubmitButton>
    </form>
  );
}

function RecoveryCodes({ codes, onGoOn }: { readonly codes: readonly string[]; readonly onGoOn: () => void }) {
  const words = useWords(signInMessages);
  const [copied, setCopied] = useState<boolean>();
  return (
    <div>
      <h2 className="sign-subtitle">{words.recoveryTitle}</h2>
      <p className="sign-note">{words.recoveryText}</p>
      <ul className="sign-codes">
        {codes.map((code) => (
          <li key={code} className="ch-mono">
            {code}
          </li>
        ))}
      </ul>
      <div className="sign-row">
        <button type="button" className="ch-btn" onClick={async () => setCopied(await copyText(codes.join("\n")))}>
          {words.copy}
        </button>
        <span role="status">{copied === undefined ? "" : copied ? words.copied : words.copyFailed}</span>
      </div>
      <button type="button" className="ch-btn ch-btn-primary ch-btn-large sign-submit" onClick={onGoOn}>
        {words.goOn}
      </button>
    </div>
  );
}
