import { useCallback, useEffect, useState } from "react";
import { useWords } from "../../platform/i18n/use-words.ts";
import { TextField } from "./fields.tsx";
import { signInMessages } from "./sign-in.messages.ts";
import { auth } from "./sign-in-call.ts";

/** A captcha's answer in the format of the calls. */
export interface CaptchaAnswer {
  readonly codeId: string;
  readonly code: string;
}

export const noAnswer: CaptchaAnswer = { codeId: "", code: "" };

/** A captcha. Renewed by a click, on expiry, and when `round` increases after a wrong answer. */
export function CaptchaField({
  answer,
  onChange,
  round,
  error,
}: {
  readonly answer: CaptchaAnswer;
  readonly onChange: (answer: CaptchaAnswer) => void;
  readonly round: number;
  readonly error?: string | undefined;
}) {
  const words = useWords(signInMessages);
  const [picture, setPicture] = useState<{ src: string; expirySeconds: number }>();
  const [attempt, setAttempt] = useState(0);
  const load = useCallback(
    async (signal: AbortSignal) => {
      const captcha = await auth("captcha", {}, { method: "GET", signal }).catch(() => undefined);
      if (signal.aborted) return;
      onChange({ codeId: captcha?.id ?? "", code: "" });
      setPicture(
        captcha && { src: `data:${captcha.mediaType};base64,${captcha.img}`, expirySeconds: captcha.expirySeconds },
      );
    },
    [onChange],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: round and attempt are the reasons to load again.
  useEffect(() => {
    const stop = new AbortController();
    void load(stop.signal);
    return () => stop.abort();
  }, [load, round, attempt]);
  useEffect(() => {
    if (!picture) return;
    const timer = setTimeout(() => setAttempt((count) => count + 1), picture.expirySeconds * 1000);
    return () => clearTimeout(timer);
  }, [picture]);
  return (
    <div className="sign-captcha">
      <TextField
        label={words.captcha}
        value={answer.code}
        onChange={(code) => onChange({ ...answer, code })}
        autoComplete="off"
        maxLength={16}
        required
        error={error}
      />
      <button
        type="button"
        onClick={() => setAttempt(attempt + 1)}
        aria-label={words.captchaRenew}
        title={words.captchaRenew}
      >
        {picture ? <img src={picture.src} alt="" /> : <span>{words.captchaLost}</span>}
      </button>
    </div>
  );
}
