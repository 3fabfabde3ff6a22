import { fill } from "@countinghouse/contract/kit/locale.ts";
import { Search } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { useWords } from "../../platform/i18n/use-words.ts";
import type { SessionMenuNode } from "../../platform/session/session.ts";
import { useStore } from "../../platform/state/store.ts";
import { paletteMessages } from "./palette.messages.ts";
import { type PaletteGroup, usePaletteGroups } from "./palette-groups.tsx";
import { isPaletteOpen, type PaletteItem } from "./palette-store.ts";
import "./palette.css";
import { rememberRecord } from "./recent-records.ts";
import { registerRecordProviders } from "./record-providers.tsx";

/** Command palette: finds pages, actions and records. */
export const CommandPalette = ({ menu }: { readonly menu: readonly SessionMenuNode[] }) =>
  useStore(isPaletteOpen) ? <Palette menu={menu} /> : null;

// Record searches are loaded with the palette, not before.
registerRecordProviders();

const close = (): void => isPaletteOpen.set(false);

function Palette({ menu }: { readonly menu: readonly SessionMenuNode[] }) {
  const words = useWords(paletteMessages);
  const navigate = useNavigate();
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const groups = usePaletteGroups(text, menu);
  const items = groups.flatMap((group) => group.items);
  const active = items[Math.min(at, items.length - 1)];
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  useEffect(() => {
    if (active) document.getElementById(optionId(active))?.scrollIntoView({ block: "nearest" });
  }, [active]);
  const run = (item: PaletteItem) => {
    close();
    if (item.address) rememberRecord({ address: item.address, title: item.title });
    item.run((address) => void navigate(address));
  };
  const keys = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && items.length > 0) {
      event.preventDefault();
      setAt((Math.min(at, items.length - 1) + step + items.length) % items.length);
    } else if (event.key === "Enter" && active && !event.nativeEvent.isComposing) {
      event.preventDefault();
      run(active);
    }
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard's way out is Esc, which the browser reports as "cancel".
    <dialog
      ref={dialog}
      className="ch-dialog palette"
      aria-label={words.title}
      onCancel={close}
      onClick={(event) => event.target === dialog.current && close()}
    >
      <div className="palette-box">
        <Search size={18} aria-hidden />
        <input
          role="combobox"
          aria-expanded={items.length > 0}
          aria-controls="palette-list"
          aria-activedescendant={active ? optionId(active) : undefined}
          aria-label={words.placeholder}
          placeholder={words.placeholder}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setAt(0);
          }}
          onKeyDown={keys}
          spellCheck={false}
          autoComplete="off"
        />
        <kbd>Esc</kbd>
      </div>
      <p className="ch-sr" role="status">
        {fill(words.found, { count: items.length })}
      </p>
      <Results groups={groups} active={active} text={text} onRun={run} />
    </dialog>
  );
}

const optionId = (item: PaletteItem): string => `palette-${item.key}`;

interface ResultsProps {
  readonly groups: readonly PaletteGroup[];
  readonly active: PaletteItem | undefined;
  readonly text: string;
  readonly onRun: (item: PaletteItem) => void;
}

function Results({ groups, active, text, onRun }: ResultsProps) {
  const words = useWords(paletteMessages);
  return (
    <div id="palette-list" role="listbox" aria-label={words.title} className="palette-list" tabIndex={-1}>
      {groups.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a list box.
        <div key={group.id} role="group" aria-label={group.title}>
          <p className="palette-group" aria-hidden="true">
            {group.title}
          </p>
          {group.items.map((item) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the combo box above handles the keys for all options.
            // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the combo box.
            <div
              key={item.key}
              id={optionId(item)}
              role="option"
              aria-selected={item === active}
              className="palette-item"
              onClick={() => onRun(item)}
            >
              {item.icon}
              <span className="ch-cut">{item.title}</span>
              {item.detail ? <span className="palette-detail ch-cut">{item.detail}</span> : null}
            </div>
          ))}
        </div>
      ))}
      {groups.length === 0 ? <p className="palette-nothing">{fill(words.nothing, { text })}</p> : null}
    </div>
  );
}
