import { type FormEvent, useState } from "react";
import { useWords } from "../../platform/i18n/use-words.ts";
import { FormError, SubmitButton, TextField } from "./fields.tsx";
import { proveByPasskey } from "./passkey.ts";
import { signInMessages } from "./sign-in.messages.ts";
import { auth, type SignInResult, type SignInStep } from "./sign-in-call.ts";
import { useSubmit } from "./use-submit.ts";

type Factor = Extract<SignInStep, { outcome: "secondFactor" }>;
type Method = Factor["methods"][number];

/** Second factor: app, passkey or recovery code, as the account has. */
export function SecondFactorForm({
  step,
  onResult,
}: {
  readonly step: Factor;
  readonly onResult: (result: SignInResult) => Promise<void>;
}) {
  const words = useWords(signInMessages);
  const [method, setMethod] = useState<Method>(step.methods[0] ?? "totp");
  const [code, setCode] = useState("");
  const submit = useSubmit();
  const { mfaTicket } = step;

  const send = (event: FormEvent) => {
    event.preventDefault();
    void submit.run(async () => {
      if (method !== "passkey") return onResult(await auth("verifyMfa", { mfaTicket, method, code: code.trim() }));
      const { options } = await auth("mfaPasskeyOptions", { mfaTicket });
      const passkey = await proveByPasskey(options, words.passkeyFailed);
      await onResult(await auth("verifyMfa", { mfaTicket, method, passkey }));
    });
  };
  const choose = (next: Method) => {
    setMethod(next);
    setCode("");
    submit.clear();
  };
  return (
    <form onSubmit={send}>
      {step.methods.length > 1 ? (
        <fieldset className="sign-methods">
          <legend className="ch-sr">{words.mfaTitle}</legend>
          {step.methods.map((one) => (
            <label key={one} data-on={one === method ? "" : undefined}>
              <input
                type="radio"
                name="method"
                className="ch-sr"
                checked={one === method}
                onChange={() => choose(one)}
              />
              {words.methods[one]}
            </label>
          ))}
        </fieldset>
      ) : null}
      {method === "passkey" ? <p className="sign-note">{words.passkeyHint}</p> : null}
      {method === "passkey" ? null : (
        <TextField
          key={method}
          label={method === "totp" ? words.totpLabel : words.recoveryLabel}
          value={code}
          onChange={setCode}
          inputMode={method === "totp" ? "numeric" : "text"}
          autoComplete={method === "totp" ? "one-time-code" : "off"}
          maxLength={32}
          autoFocus
          required
          hint={method === "recovery" ? words.recoveryHint : null}
        />
      )}
      <FormError>{submit.error?.message}</FormError>
      <SubmitButton isBusy={submit.isBusy}>{method === "passkey" ? words.passkeyStart : words.confirm}</SubmitButton>
    </form>
  );
}
