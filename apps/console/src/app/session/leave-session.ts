import { clearTokens } from "../../platform/api/tokens.ts";
import { localMemory, sessionMemory } from "../../platform/state/local.ts";

/** Forgets the session in this window and loads the document again; the guard then shows the sign-in. */
export function leaveSession(): void {
  forget();
  window.location.reload();
}

/** Leaves a session that ended elsewhere: by time, by somebody else, or because rights changed. The sign-in says so. */
export function leaveEndedSession(): void {
  forget();
  sessionMemory.write("ended", true);
  window.location.reload();
}

/** Whether the last session of this window ended without its user's doing. */
export const wasSessionEnded = (): boolean => sessionMemory.read("ended") === true;

function forget(): void {
  clearTokens();
  sessionMemory.clear();
  localMemory.write("locked", undefined);
}
