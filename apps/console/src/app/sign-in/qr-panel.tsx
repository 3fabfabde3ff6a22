import { CircleCheck, RefreshCw } from "lucide-react";
import { useEffect, useState } from "react";
import { QrImage } from "../../platform/factors/qr-image.tsx";
import { useWords } from "../../platform/i18n/use-words.ts";
import { signInMessages } from "./sign-in.messages.ts";
import { auth, type SignInResult } from "./sign-in-call.ts";

/** Polling interval in milliseconds. */
const pollEvery = 2_000;

type QrPhase = "loading" | "waiting" | "scanned" | "expired" | "rejected" | "failed";

/** QR code for a phone that is already signed in. Follows the confirmation. */
export function QrPanel({ onResult }: { readonly onResult: (result: SignInResult) => Promise<void> }) {
  const words = useWords(signInMessages);
  const [round, setRound] = useState(0);
  const { phase, address } = useQrSignIn(round, onResult);
  const over = { expired: words.qrExpired, rejected: words.qrRejected, failed: words.qrFailed };
  return (
    <div className="sign-qr">
      <div className="sign-qr-frame" data-over={phase in over ? "" : undefined}>
        {address ? <QrImage text={address} alt={words.qrAlt} size={220} /> : null}
        {phase === "scanned" ? (
          <div className="sign-qr-cover">
            <CircleCheck size={32} aria-hidden />
          </div>
        ) : null}
        {phase in over ? (
          <div className="sign-qr-cover">
            <p>{over[phase as keyof typeof over]}</p>
            <button type="button" className="ch-btn" onClick={() => setRound(round + 1)}>
              <RefreshCw size={14} aria-hidden /> {words.qrNew}
            </button>
          </div>
        ) : null}
      </div>
      <p className="sign-qr-hint" role="status">
        {phase === "scanned" ? words.qrScanned : words.qrHint}
      </p>
    </div>
  );
}

function useQrSignIn(
  round: number,
  onResult: (result: SignInResult) => Promise<void>,
): { phase: QrPhase; address: string } {
  const [shown, setShown] = useState<{ phase: QrPhase; address: string }>({ phase: "loading", address: "" });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round asks for a new code; the callback does not.
  useEffect(() => {
    const stop = new AbortController();
    setShown({ phase: "loading", address: "" });
    void follow(stop.signal, setShown, onResult).catch(() => {
      if (!stop.signal.aborted) setShown((before) => ({ ...before, phase: "failed" }));
    });
    return () => stop.abort();
  }, [round]);
  return shown;
}

async function follow(
  signal: AbortSignal,
  show: (shown: { phase: QrPhase; address: string }) => void,
  onResult: (result: SignInResult) => Promise<void>,
): Promise<void> {
  const { qrToken, waitSecret, expirySeconds } = await auth("qrStart", {}, { signal });
  const address = `${window.location.origin}/login/confirm/${encodeURIComponent(qrToken)}`;
  show({ phase: "waiting", address });
  const end = Date.now() + expirySeconds * 1000;
  while (!signal.aborted && Date.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, pollEvery));
    if (signal.aborted) return;
    const { state, signIn } = await auth("qrState", { qrToken, waitSecret }, { signal, passive: true });
    if (signIn) return onResult(signIn);
    if (state === "expired" || state === "rejected") return show({ phase: state, address });
    show({ phase: state === "scanned" ? "scanned" : "waiting", address });
  }
  if (!signal.aborted) show({ phase: "expired", address });
}
