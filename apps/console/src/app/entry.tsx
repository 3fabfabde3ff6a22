import { type ComponentType, lazy, Suspense, useState } from "react";
import { storedTokens } from "../platform/api/tokens.ts";
import { LoadFailure } from "./errors/load-failure.tsx";
import { type Passage, passageTo, wantedAddress } from "./guard.ts";
import { OverlayEnds } from "./loading-overlay.tsx";
import { forgetSession } from "./session/leave-session.ts";

const SignInPage = lazy(async () => ({ default: (await import("./sign-in/sign-in-page.tsx")).SignInPage }));
const ConfirmPage = lazy(async () => ({ default: (await import("./sign-in/confirm-page.tsx")).ConfirmPage }));
const Workplace: ComponentType = lazy(async () => ({ default: (await import("./workplace.tsx")).Workplace }));

/** Asks the guard, follows its redirects, and answers with what to show. */
function enter(): Passage {
  const passage = passageTo(window.location, storedTokens() !== undefined);
  if (passage.kind !== "redirect") return passage;
  if (passage.forget) forgetSession();
  window.history.replaceState(null, "", passage.to);
  return enter();
}

/** The first thing drawn: sign-in and shell are chunks of their own, so that neither carries the other. */
export function Entry() {
  const [passage, setPassage] = useState(enter);
  const signedIn = () => {
    window.history.replaceState(null, "", wantedAddress(window.location.search));
    setPassage(enter());
  };
  return (
    <LoadFailure>
      <Suspense fallback={null}>
        {passage.kind === "signIn" ? <SignInPage onSignedIn={signedIn} /> : null}
        {passage.kind === "confirm" ? <ConfirmPage qrToken={passage.qrToken} /> : null}
        {passage.kind === "shell" ? <Workplace /> : null}
        {passage.kind === "shell" ? null : <OverlayEnds />}
      </Suspense>
    </LoadFailure>
  );
}
