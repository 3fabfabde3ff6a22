import { fill } from "@countinghouse/contract/kit/locale.ts";
import { phoneNumberOf } from "@countinghouse/contract/platform/phone-number.ts";
import { type FormEvent, useEffect, useState } from "react";
import { useWords } from "../../platform/i18n/use-words.ts";
import { useSystemInfo } from "../../platform/session/system-info.ts";
import { CaptchaField, noAnswer } from "./captcha-field.tsx";
import { FormError, SubmitButton, TextField } from "./fields.tsx";
import { signInMessages } from "./sign-in.messages.ts";
import { auth, type SignInResult } from "./sign-in-call.ts";
import { fieldMessage, useSubmit } from "./use-submit.ts";

const isPhone = (text: string): boolean => phoneNumberOf(text) !== undefined;

/** Mobile number and SMS code. */
export function PhoneForm({ onResult }: { readonly onResult: (result: SignInResult) => Promise<void> }) {
  const words = useWords(signInMessages);
  const { sysCaptcha } = useSystemInfo();
  const [phone, setPhone] = useState("");
  const [code, setCode] = useState("");
  const [captcha, setCaptcha] = useState(noAnswer);
  const [round, setRound] = useState(0);
  const [isAsked, setAsked] = useState(false);
  const [tried, setTried] = useState<"no" | "send" | "signIn">("no");
  const [wait, startWait] = useCountdown();
  const submit = useSubmit();
  const wantsCaptcha = sysCaptcha || isAsked;
  const phoneError = tried !== "no" && !isPhone(phone) ? words.phoneInvalid : undefined;

  const requestCode = () => {
    setTried("send");
    if (!isPhone(phone) || (wantsCaptcha && captcha.code === "")) return;
    void submit.run(async () => {
      try {
        const { resendSeconds } = await auth("sendPhoneCode", {
          phone: phone.trim(),
          ...(wantsCaptcha ? captcha : {}),
        });
        startWait(resendSeconds);
      } catch (error) {
        setRound((count) => count + 1);
        if ((error as { bizCode?: string }).bizCode?.startsWith("sysAuth.captcha")) setAsked(true);
        throw error;
      }
    });
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    setTried("signIn");
    if (!isPhone(phone) || code.trim() === "") return;
    void submit.run(async () => onResult(await auth("loginPhone", { phone: phone.trim(), code: code.trim() })));
  };
  return (
    <form onSubmit={send} noValidate>
      <TextField
        label={words.phone}
        value={phone}
        onChange={setPhone}
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        maxLength={11}
        autoFocus
        required
        error={phoneError ?? fieldMessage(submit.error, "phone")}
      />
      {wantsCaptcha ? <CaptchaField answer={captcha} onChange={setCaptcha} round={round} /> : null}
      <TextField
        label={words.phoneCode}
        value={code}
        onChange={setCode}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={8}
        required
        error={tried === "signIn" && code.trim() === "" ? words.required : fieldMessage(submit.error, "code")}
        hint={wait > 0 ? <span role="status">{words.codeSent}</span> : null}
        after={<SendButton wait={wait} onClick={requestCode} />}
      />
      <FormError>{submit.error?.message}</FormError>
      <SubmitButton isBusy={submit.isBusy}>{submit.isBusy ? words.submitting : words.submit}</SubmitButton>
    </form>
  );
}

function SendButton({ wait, onClick }: { readonly wait: number; readonly onClick: () => void }) {
  const words = useWords(signInMessages);
  return (
    <button type="button" className="ch-btn-link sign-send" onClick={onClick} disabled={wait > 0}>
      {wait > 0 ? fill(words.sendAgain, { seconds: wait }) : words.sendCode}
    </button>
  );
}

/** Remaining seconds, and a function that starts the countdown. */
function useCountdown(): [number, (seconds: number) => void] {
  const [end, setEnd] = useState(0);
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (end === 0) return;
    const tick = () => setLeft(Math.max(0, Math.ceil((end - Date.now()) / 1000)));
    tick();
    const timer = setInterval(tick, 500);
    return () => clearInterval(timer);
  }, [end]);
  return [left, (seconds) => setEnd(Date.now() + seconds * 1000)];
}
