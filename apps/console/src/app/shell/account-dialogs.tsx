import { useState } from "react";
import { useWords } from "../../platform/i18n/use-words.ts";
import { localMemory, sessionMemory } from "../../platform/state/local.ts";
import { useStore } from "../../platform/state/store.ts";
import { signOut } from "../session/session-start.ts";
import { Dialog } from "./dialog.tsx";
import { shellMessages } from "./shell.messages.ts";
import { accountQuestion } from "./user-menu.tsx";

/** Confirmations before signing out or clearing the cache. */
export function AccountDialogs() {
  const question = useStore(accountQuestion);
  if (question === "signOut") return <SignOutDialog />;
  if (question === "clearCache") return <ClearCacheDialog />;
  return null;
}

const cancel = (): void => accountQuestion.set(undefined);

function SignOutDialog() {
  const words = useWords(shellMessages);
  const [isLeaving, setLeaving] = useState(false);
  const leave = () => {
    setLeaving(true);
    void signOut();
  };
  return (
    <Dialog title={words.signOutTitle} onClose={cancel} isStrict>
      <p className="dialog-text">{words.signOutText}</p>
      <footer>
        <button type="button" className="ch-btn" onClick={cancel} disabled={isLeaving}>
          {words.cancel}
        </button>
        <button type="button" className="ch-btn ch-btn-primary" onClick={leave} aria-busy={isLeaving}>
          {isLeaving ? words.signingOut : words.confirm}
        </button>
      </footer>
    </Dialog>
  );
}

function ClearCacheDialog() {
  const words = useWords(shellMessages);
  return (
    <Dialog title={words.clearCache} onClose={cancel}>
      <p className="dialog-text">{words.clearCacheText}</p>
      <footer>
        <button type="button" className="ch-btn" onClick={cancel}>
          {words.cancel}
        </button>
        <button type="button" className="ch-btn ch-btn-primary" onClick={clearCache}>
          {words.confirm}
        </button>
      </footer>
    </Dialog>
  );
}

/** Clears stored data except the appearance and the choice to stay signed in. */
function clearCache(): void {
  const kept = ["theme", "staySignedIn", "clockSkew"].map((key) => [key, localMemory.read(key)] as const);
  localMemory.clear();
  sessionMemory.clear();
  for (const [key, value] of kept) localMemory.write(key, value);
  window.location.reload();
}
