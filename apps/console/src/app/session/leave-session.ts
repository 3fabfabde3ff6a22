import { clearTokens, signedInUser } from "../../platform/api/tokens.ts";
import { emptySession, session } from "../../platform/session/session.ts";
import { localMemory, onOtherWindow, sessionMemory } from "../../platform/state/local.ts";

/** Changes whenever a window leaves its session, so that other windows check theirs. */
const leftKey = "left";

/** Clears the session in this window and reloads the document; the guard then shows the sign-in. */
export function leaveSession(): void {
  forgetSession();
  localMemory.write(leftKey, Date.now());
  window.location.reload();
}

/**
 * Leaves a session that ended elsewhere: by time, by an administrator, or because permissions changed. The sign-in page
 * says so.
 */
export function leaveEndedSession(): void {
  sessionMemory.write("ended", true);
  leaveSession();
}

/**
 * Leaves together with the browser's other windows, which share the session: when one of them leaves, and when another
 * user has signed in. A hidden page, or one in the back/forward cache, checks when it is shown.
 */
export function followLeaving(): () => void {
  const look = () => {
    const { user } = session.get();
    const now = signedInUser();
    if (!user || now === String(user.id)) return;
    // Hides the former user's data while the document reloads.
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

/** Whether this window's last session ended without its user's action. */
export const wasSessionEnded = (): boolean => sessionMemory.read("ended") === true;

/** Clears the session, but not the fact that it ended without its user's action, which the sign-in page shows. */
export function forgetSession(): void {
  const isEnded = wasSessionEnded();
  clearTokens();
  sessionMemory.clear();
  if (isEnded) sessionMemory.write("ended", true);
  localMemory.write("locked", undefined);
}
