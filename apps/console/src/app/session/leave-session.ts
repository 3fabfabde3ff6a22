import { clearTokens, signedInUser } from "../../platform/api/tokens.ts";
import { emptySession, session } from "../../platform/session/session.ts";
import { localMemory, onOtherWindow, sessionMemory } from "../../platform/state/local.ts";

/** Changes whenever a window leaves its session, for the other windows to look whether theirs is over. */
const leftKey = "left";

/** Forgets the session in this window and loads the document again; the guard then shows the sign-in. */
export function leaveSession(): void {
  forgetSession();
  localMemory.write(leftKey, Date.now());
  window.location.reload();
}

/** Leaves a session that ended elsewhere: by time, by somebody else, or because rights changed. The sign-in says so. */
export function leaveEndedSession(): void {
  sessionMemory.write("ended", true);
  leaveSession();
}

/**
 * Leaves together with the other windows of this browser, which share the session: when it was left in one of them,
 * and when somebody else has signed in since. A page that was hidden, or kept for the way back, looks when it is shown.
 */
export function followLeaving(): () => void {
  const look = () => {
    const { user } = session.get();
    const now = signedInUser();
    if (!user || now === String(user.id)) return;
    // Nothing of theirs stays in sight while the document is on its way.
    session.set(emptySession);
    if (now === undefined) return leaveEndedSession();
    sessionMemory.clear();
    window.location.reload();
  };
  const stop = onOtherWindow(leftKey, look);
  document.addEventListener("visibilitychange", look);
  window.addEventListener("pageshow", look);
  return () => {
    stop();
    document.removeEventListener("visibilitychange", look);
    window.removeEventListener("pageshow", look);
  };
}

/** Whether the last session of this window ended without its user's doing. */
export const wasSessionEnded = (): boolean => sessionMemory.read("ended") === true;

/** Forgets the session, but not that it ended without its user's doing: the sign-in page still has to say it. */
export function forgetSession(): void {
  const isEnded = wasSessionEnded();
  clearTokens();
  sessionMemory.clear();
  if (isEnded) sessionMemory.write("ended", true);
  localMemory.write("locked", undefined);
}
