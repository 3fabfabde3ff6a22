import { KeyRound } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useWords } from "../../platform/i18n/use-words.ts";
import { useSystemInfo } from "../../platform/session/system-info.ts";
import { localMemory } from "../../platform/state/local.ts";
import { CaptchaField, noAnswer } from "./captcha-field.tsx";
import { FormError, PasswordField, SubmitButton, TextField } from "./fields.tsx";
import { proveByPasskey } from "./passkey.ts";
import { signInMessages } from "./sign-in.messages.ts";
import { auth, type SignInResult } from "./sign-in-call.ts";
import { fieldMessage, type Submission, useSubmit } from "./use-submit.ts";

/** Account and password, with a captcha when the server requires one. */
export function AccountForm({ onResult }: { readonly onResult: (result: SignInResult) => Promise<void> }) {
  const words = useWords(signInMessages);
  const { sysCaptcha } = useSystemInfo();
  const [account, setAccount] = useState("");
  const [password, setPassword] = useState("");
  const [captcha, setCaptcha] = useState(noAnswer);
  const [round, setRound] = useState(0);
  const [isAsked, setAsked] = useState(false);
  const [isTried, setTried] = useState(false);
  const submit = useSubmit();
  const wantsCaptcha = sysCaptcha || isAsked;
  const missing = (value: string) => (isTried && value === "" ? words.required : undefined);

  const send = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (account.trim() === "" || password === "" || (wantsCaptcha && captcha.code === "")) return;
    void submit.run(async () => {
      try {
        await onResult(await auth("login", { account: account.trim(), password, ...(wantsCaptcha ? captcha : {}) }));
      } catch (error) {
        setRound((count) => count + 1);
        if (asksForCaptcha(error)) setAsked(true);
        setTried(false);
        throw error;
      }
    });
  };

  return (
    <form onSubmit={send} noValidate>
      <TextField
        label={words.account}
        value={account}
        onChange={setAccount}
        name="username"
        autoComplete="username webauthn"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={256}
        required
        autoFocus
        error={missing(account.trim()) ?? fieldMessage(submit.error, "account")}
      />
      <PasswordField
        label={words.password}
        value={password}
        onChange={setPassword}
        name="password"
        autoComplete="current-password"
        maxLength={1024}
        required
        error={missing(password) ?? fieldMessage(submit.error, "password")}
      />
      {wantsCaptcha ? (
        <CaptchaField answer={captcha} onChange={setCaptcha} round={round} error={missing(captcha.code)} />
      ) : null}
      <StayAndForgot />
      <FormError>{submit.error?.message}</FormError>
      <SubmitButton isBusy={submit.isBusy}>{submit.isBusy ? words.submitting : words.submit}</SubmitButton>
      <PasskeyButton submit={submit} onResult={onResult} />
    </form>
  );
}

interface PasskeyProps {
  readonly submit: Submission;
  readonly onResult: (result: SignInResult) => Promise<void>;
}

/** Sign-in by passkey. */
function PasskeyButton({ submit, onResult }: PasskeyProps) {
  const words = useWords(signInMessages);
  const prove = () =>
    submit.run(async () => {
      const { ticket, options } = await auth("passkeyLoginOptions", {});
      await onResult(
        await auth("passkeyLogin", { ticket, passkey: await proveByPasskey(options, words.passkeyFailed) }),
      );
    });
  return (
    <button type="button" className="ch-btn ch-btn-large sign-submit" onClick={() => void prove()}>
      <KeyRound size={16} aria-hidden /> {words.passkey}
    </button>
  );
}

function asksForCaptcha(error: unknown): boolean {
  const { bizCode, extras } = error as { bizCode?: string; extras?: Record<string, unknown> };
  return (
    extras?.captchaRequired === true || bizCode === "sysAuth.captchaRequired" || bizCode === "sysAuth.captchaWrong"
  );
}

function StayAndForgot() {
  const words = useWords(signInMessages);
  const [stays, setStays] = useState(() => localMemory.read<boolean>("staySignedIn") === true);
  const [isHelpShown, setHelpShown] = useState(false);
  const keep = (wanted: boolean) => {
    setStays(wanted);
    localMemory.write("staySignedIn", wanted);
  };
  return (
    <div className="sign-stay">
      <label>
        <input type="checkbox" className="ch-check" checked={stays} onChange={(event) => keep(event.target.checked)} />
        {words.stay}
      </label>
      <button
        type="button"
        className="ch-btn-link"
        aria-expanded={isHelpShown}
        onClick={() => setHelpShown(!isHelpShown)}
      >
        {words.forgot}
      </button>
      {isHelpShown ? <p role="status">{words.forgotHelp}</p> : null}
    </div>
  );
}
