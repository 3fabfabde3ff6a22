import { type LazyPart, lazyPart } from "@countinghouse/ui/layout/lazy-part.tsx";
import { useState } from "react";
import { storedTokens } from "../platform/api/tokens.ts";
import { LoadFailure } from "./errors/load-failure.tsx";
import { type GuardDecision, guardDecisionFor, wantedAddress } from "./guard.ts";
import { forgetSession } from "./session/leave-session.ts";

const SignInPage = lazyPart(async () => (await import("./sign-in/sign-in-page.tsx")).SignInPage);
const ConfirmPage = lazyPart(async () => (await import("./sign-in/confirm-page.tsx")).ConfirmPage);
const Workplace: LazyPart<object> = lazyPart(async () => (await import("./workplace.tsx")).Workplace);

/** Runs the guard, follows its redirects, and answers what to show. */
function enter(): GuardDecision {
  const passage = guardDecisionFor(window.location, storedTokens() !== undefined);
  if (passage.kind !== "redirect") return passage;
  if (passage.forget) forgetSession();
  window.history.replaceState(null, "", passage.to);
  return enter();
}

/** Loads shell and session, while the sign-in page stays visible. */
async function openShell(): Promise<void> {
  await Workplace.ahead();
  try {
    const { startSession } = await import("./session/session-start.ts");
    await startSession();
  } catch {
    // The shell itself reports that it could not be loaded.
  }
}

/** Root component: sign-in and shell are separate chunks, so that neither includes the other. */
export function Entry() {
  const [passage, setPassage] = useState(enter);
  const signedIn = async () => {
    await openShell();
    window.history.replaceState(null, "", wantedAddress(window.location.search));
    setPassage(enter());
  };
  return (
    <LoadFailure>
      {passage.kind === "signIn" ? (
        // Input on the sign-in page preloads the shell.
        <div style={{ display: "contents" }} onInput={() => void Workplace.ahead()}>
          <SignInPage onSignedIn={signedIn} />
        </div>
      ) : null}
      {passage.kind === "confirm" ? <ConfirmPage qrToken={passage.qrToken} /> : null}
      {passage.kind === "shell" ? <Workplace /> : null}
    </LoadFailure>
  );
}
