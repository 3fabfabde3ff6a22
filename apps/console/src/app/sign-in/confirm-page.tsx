import type { ResultOf } from "@countinghouse/contract/kit/resource.ts";
import type { sysAuth } from "@countinghouse/contract/system/auth/auth.ts";
import { useEffect, useState } from "react";
import { CallError } from "../../platform/api/call-error.ts";
import { onClientEvents } from "../../platform/api/client.ts";
import { useWords } from "../../platform/i18n/use-words.ts";
import { FormError } from "./fields.tsx";
import { signInMessages } from "./sign-in.messages.ts";
import { auth } from "./sign-in-call.ts";
import { SignInFrame } from "./sign-in-frame.tsx";
import { useSubmit } from "./use-submit.ts";

type Waiting = ResultOf<(typeof sysAuth)["operations"]["qrScan"]>;
type Shown = { state: "checking" | "done" | "refused" } | { state: "asking"; waiting: Waiting };

/** Confirmation on a signed-in phone after scanning: who requests it, and the two answers. */
export function ConfirmPage({ qrToken }: { readonly qrToken: string }) {
  const words = useWords(signInMessages);
  const [shown, setShown] = useState<Shown>({ state: "checking" });
  const submit = useSubmit();
  // biome-ignore lint/correctness/useExhaustiveDependencies: scanned once for a code.
  useEffect(() => {
    onClientEvents({
      signedOut: () => window.location.reload(),
      locked: () => {},
      stepUp: async () => false,
      reason: async () => undefined,
      sent: () => {},
    });
    void submit.run(async () => setShown({ state: "asking", waiting: await auth("qrScan", { qrToken }) }));
  }, [qrToken]);
  const answer = (operation: "qrConfirm" | "qrReject", state: "done" | "refused") =>
    submit.run(async () => {
      await auth(operation, { qrToken });
      setShown({ state });
    });
  return (
    <SignInFrame title={words.confirmTitle}>
      <h1>{words.confirmTitle}</h1>
      {shown.state === "asking" ? (
        <>
          <p className="sign-lead">{words.confirmText}</p>
          <WaitingDevice waiting={shown.waiting} />
        </>
      ) : null}
      <p className="sign-lead" role="status">
        {shown.state === "checking" && !submit.error ? words.confirmChecking : null}
        {shown.state === "done" ? words.confirmDone : null}
        {shown.state === "refused" ? words.confirmRefused : null}
      </p>
      <FormError>{submit.error instanceof CallError ? submit.error.message : null}</FormError>
      {shown.state === "asking" ? (
        <>
          <button
            type="button"
            className="ch-btn ch-btn-primary ch-btn-large sign-submit"
            onClick={() => void answer("qrConfirm", "done")}
          >
            {words.confirmYes}
          </button>
          <button
            type="button"
            className="ch-btn ch-btn-large sign-submit"
            onClick={() => void answer("qrReject", "refused")}
          >
            {words.confirmNo}
          </button>
        </>
      ) : null}
    </SignInFrame>
  );
}

function WaitingDevice({ waiting }: { readonly waiting: Waiting }) {
  const words = useWords(signInMessages);
  const facts = ["browser", "os", "place", "ip"] as const;
  return (
    <dl className="sign-device">
      {facts.map((fact) =>
        waiting[fact] ? (
          <div key={fact}>
            <dt>{words.confirmWhere[fact]}</dt>
            <dd>{waiting[fact]}</dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}
