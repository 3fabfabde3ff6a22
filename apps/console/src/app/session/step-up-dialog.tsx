import { type FormEvent, useEffect, useState } from "react";
import { useWords } from "../../platform/i18n/use-words.ts";
import { useStore } from "../../platform/state/store.ts";
import { lockMessages } from "../lock/lock.messages.ts";
import { Dialog } from "../shell/dialog.tsx";
import { FormError, PasswordField, TextField } from "../sign-in/fields.tsx";
import { proveByPasskey } from "../sign-in/passkey.ts";
import { useSubmit } from "../sign-in/use-submit.ts";
import { auth } from "./session-start.ts";
import { proofRequest } from "./step-up.ts";

type Proof = Parameters<typeof auth<"stepUp">>[1];

interface Factors {
  readonly hasCode: boolean;
  readonly hasPasskey: boolean;
}

/** Step-up dialog for a refused call. */
export function StepUpDialog() {
  const request = useStore(proofRequest);
  return request ? <ProofDialog settle={request.settle} /> : null;
}

function ProofDialog({ settle }: { readonly settle: (isProven: boolean) => void }) {
  const words = useWords(lockMessages);
  const factors = useFactors();
  const [wantsPassword, setWantsPassword] = useState(false);
  const [text, setText] = useState("");
  const submit = useSubmit();
  const asksCode = factors.hasCode && !wantsPassword;
  const prove = (proof: () => Promise<Proof>) =>
    submit.run(async () => {
      await auth("stepUp", await proof(), { withoutStepUp: true });
      settle(true);
    });
  const send = (event: FormEvent) => {
    event.preventDefault();
    void prove(async () => (asksCode ? { method: "totp", code: text.trim() } : { password: text }));
  };
  const byPasskey = () =>
    prove(async () => {
      const { options } = await auth("stepUpOptions", {}, { withoutStepUp: true });
      return { method: "passkey", passkey: await proveByPasskey(options, words.passkeyFailed) };
    });
  return (
    <Dialog title={words.proofTitle} onClose={() => settle(false)} isStrict className="proof">
      <form onSubmit={send}>
        <p className="dialog-text">{words.proofText}</p>
        {asksCode ? (
          <TextField
            label={words.code}
            value={text}
            onChange={setText}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={32}
            autoFocus
            required
          />
        ) : (
          <PasswordField
            label={words.password}
            value={text}
            onChange={setText}
            autoComplete="current-password"
            autoFocus
            required
          />
        )}
        <FormError>{submit.error?.message}</FormError>
        <OtherWays
          factors={factors}
          asksCode={asksCode}
          onSwitch={() => setWantsPassword(!wantsPassword)}
          onPasskey={() => void byPasskey()}
        />
        <footer>
          <button type="button" className="ch-btn" onClick={() => settle(false)}>
            {words.cancel}
          </button>
          <button type="submit" className="ch-btn ch-btn-primary" aria-busy={submit.isBusy}>
            {words.confirm}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}

function useFactors(): Factors {
  const [factors, setFactors] = useState<Factors>({ hasCode: false, hasPasskey: false });
  useEffect(() => {
    // Without an answer it asks for the password, which everyone has.
    void auth("factors", {}, { method: "GET" })
      .then((known) => setFactors({ hasCode: known.totp, hasPasskey: known.passkeys.length > 0 }))
      .catch(() => undefined);
  }, []);
  return factors;
}

interface OtherWaysProps {
  readonly factors: Factors;
  readonly asksCode: boolean;
  readonly onSwitch: () => void;
  readonly onPasskey: () => void;
}

/** The account's other factors. */
function OtherWays({ factors, asksCode, onSwitch, onPasskey }: OtherWaysProps) {
  const words = useWords(lockMessages);
  return (
    <div className="proof-others">
      {factors.hasCode ? (
        <button type="button" className="ch-btn-link" onClick={onSwitch}>
          {asksCode ? words.usePassword : words.useCode}
        </button>
      ) : null}
      {factors.hasPasskey ? (
        <button type="button" className="ch-btn-link" onClick={onPasskey}>
          {words.usePasskey}
        </button>
      ) : null}
    </div>
  );
}
