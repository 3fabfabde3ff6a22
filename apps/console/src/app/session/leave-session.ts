import { clearTokens } from "../../platform/api/tokens.ts";
import { localMemory, sessionMemory } from "../../platform/state/local.ts";

/** Forgets the session in this window and loads the document again; the guard then shows the sign-in. */
export function leaveSession(): void {
  clearTokens();
  sessionMemory.clear();
  localMemory.write("locked", undefined);
  window.location.reload();
}
