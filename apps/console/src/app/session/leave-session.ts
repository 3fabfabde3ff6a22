import { clearTokens } from "../../platform/api/tokens.ts";
import { localMemory, sessionMemory } from "../../platform/state/local.ts";

/** Forgets the session in this window and loads the document again; the guard then shows the sign-in. */
export function leaveSession(): void {
  forgetSession();
  window.location.reload();
}

/** Leaves a session that ended elsewhere: by time, by somebody else, or because rights changed. The sign-in says so. */
export function leaveEndedSession(): void {
  sessionMemory.write("ended", true);
  forgetSession();
  window.location.reload();
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
