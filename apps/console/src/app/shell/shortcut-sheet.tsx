import { useWords } from "../../platform/i18n/use-words.ts";
import { useStore } from "../../platform/state/store.ts";
import { Dialog } from "./dialog.tsx";
import { isSheetOpen } from "./sheet-store.ts";
import { shortcutMessages } from "./shortcut.messages.ts";
import { shownKeys } from "./shortcuts.ts";

const rows = [
  ["mod+k", "palette"],
  ["[", "fold"],
  ["alt+w", "closeTab"],
  ["alt+1 … 9", "jump"],
  ["shift+f10", "tabMenu"],
  ["delete", "deleteTab"],
  ["j / k", "rows"],
  ["/", "search"],
  ["?", "sheet"],
] as const;

/** Overview of all keyboard shortcuts. */
export function ShortcutSheet() {
  const words = useWords(shortcutMessages);
  if (!useStore(isSheetOpen)) return null;
  return (
    <Dialog title={words.title} onClose={() => isSheetOpen.set(false)}>
      <dl className="key-sheet">
        {rows.map(([keys, word]) => (
          <div key={word}>
            <dt>{words.keys[word]}</dt>
            <dd>
              <kbd>{shownKeys(keys)}</kbd>
            </dd>
          </div>
        ))}
      </dl>
      <p className="key-note">{words.note}</p>
    </Dialog>
  );
}
