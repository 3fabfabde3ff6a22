import { lazyPart } from "@countinghouse/ui/layout/lazy-part.tsx";
import { type FormEvent, useState } from "react";
import { useWords } from "../../platform/i18n/use-words.ts";
import { FormError, PasswordField, SubmitButton } from "./fields.tsx";
import { signInMessages } from "./sign-in.messages.ts";
import { auth, type SignInResult, type SignInStep } from "./sign-in-call.ts";
import { fieldMessage, useSubmit } from "./use-submit.ts";

/** Loaded with the form, which few sign-ins show. */
const PasswordMeter = lazyPart(async () => (await import("../../platform/factors/password-meter.tsx")).PasswordMeter);

type Change = Extract<SignInStep, { outcome: "passwordChange" }>;

/** A new password during sign-in. The server checks the rules; its refusal is shown at the field. */
export function PasswordChangeForm({
  step,
  onResult,
}: {
  readonly step: Change;
  readonly onResult: (result: SignInResult) => Promise<void>;
}) {
  const words = useWords(signInMessages);
  const [newPassword, setNewPassword] = useState("");
  const [repeated, setRepeated] = useState("");
  const [isTried, setTried] = useState(false);
  const submit = useSubmit();
  const differs = isTried && newPassword !== repeated;
  const atField = fieldMessage(submit.error, "newPassword");

  const send = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (newPassword === "" || newPassword !== repeated) return;
    const { passwordChangeTicket } = step;
    void submit.run(async () => onResult(await auth("changePasswordByTicket", { passwordChangeTicket, newPassword })));
  };
  return (
    <form onSubmit={send} noValidate>
      <PasswordField
        label={words.newPassword}
        value={newPassword}
        onChange={setNewPassword}
        autoComplete="new-password"
        hint={words.passwordRule}
        autoFocus
        required
        error={isTried && newPassword === "" ? words.required : atField}
      />
      <PasswordMeter password={newPassword} />
      <PasswordField
        label={words.repeatPassword}
        value={repeated}
        onChange={setRepeated}
        autoComplete="new-password"
        required
        error={differs ? words.passwordsDiffer : undefined}
      />
      <FormError>{atField ? null : submit.error?.message}</FormError>
      <SubmitButton isBusy={submit.isBusy}>{words.savePassword}</SubmitButton>
    </form>
  );
}
