import { fill } from "@countinghouse/contract/kit/locale.ts";
import { RotateCcw } from "lucide-react";
import { type ReactNode, useId } from "react";
import { useWords } from "../../platform/i18n/use-words.ts";
import { changeSettings, defaultSettings, type ThemeSettings, useSettings } from "../../platform/theme/settings.ts";
import { settingsMessages } from "./settings.messages.ts";

type KeysOf<T> = { [K in keyof ThemeSettings]: ThemeSettings[K] extends T ? K : never }[keyof ThemeSettings];
type FlagKey = KeysOf<boolean>;
type NumberKey = KeysOf<number>;
type BarKey = "topBar" | "menuBar" | "columnsMenuBar";

const change = (key: keyof ThemeSettings, value: unknown): void =>
  changeSettings({ [key]: value } as Partial<ThemeSettings>);

/** A heading with its rows. */
export const Section = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section className="set-section">
    <h3>{title}</h3>
    {children}
  </section>
);

/** A switch. Disabled with an explanation where the layout does not use it. */
export function FlagRow({ name, note }: { readonly name: FlagKey; readonly note?: string | undefined }) {
  const words = useWords(settingsMessages);
  const isOn = useSettings((settings) => settings[name]);
  return (
    <label className="set-row" data-off={note ? "" : undefined}>
      <span>{note ? fill(words.onlyIn, { label: words[name], layout: note }) : words[name]}</span>
      <input
        type="checkbox"
        role="switch"
        className="ch-switch"
        checked={isOn}
        aria-checked={isOn}
        disabled={note !== undefined}
        onChange={(event) => change(name, event.target.checked)}
      />
    </label>
  );
}

interface NumberRowProps {
  readonly name: NumberKey;
  readonly least: number;
  readonly most: number;
  readonly unit?: string;
}

/** An integer. Values outside the limits stay as typed and are not applied. */
export function NumberRow({ name, least, most, unit }: NumberRowProps) {
  const words = useWords(settingsMessages);
  const value = useSettings((settings) => settings[name]);
  return (
    <label className="set-row">
      <span>{words[name]}</span>
      <span className="set-number">
        <input
          type="number"
          min={least}
          max={most}
          defaultValue={value}
          key={value === defaultSettings[name] ? "default" : "own"}
          onChange={(event) => change(name, event.target.valueAsNumber)}
        />
        {unit}
      </span>
    </label>
  );
}

interface ChoiceRowProps<V extends string> {
  readonly label: string;
  readonly value: V;
  readonly options: readonly (readonly [V, string])[];
  readonly onChange: (value: V) => void;
}

/** A choice among a few options. */
export const ChoiceRow = <V extends string>({ label, value, options, onChange }: ChoiceRowProps<V>) => (
  <label className="set-row">
    <span>{label}</span>
    <select className="set-select" value={value} onChange={(event) => onChange(event.target.value as V)}>
      {options.map(([one, text]) => (
        <option key={one} value={one}>
          {text}
        </option>
      ))}
    </select>
  </label>
);

/** Colour of a bar: the theme's, or a custom one. Its text colour follows. */
export function BarColourRow({
  name,
  isOff,
  token,
}: {
  readonly name: BarKey;
  readonly isOff: boolean;
  readonly token: string;
}) {
  const words = useWords(settingsMessages);
  const colour = useSettings((settings) => settings[name]);
  const id = useId();
  const shown = colour ?? getComputedStyle(document.documentElement).getPropertyValue(token).trim();
  return (
    <div className="set-row" data-off={isOff ? "" : undefined}>
      <label htmlFor={id}>{words[name]}</label>
      <span className="set-colour">
        {colour ? <span className="ch-mono">{colour}</span> : <span>{words.themeColour}</span>}
        {colour ? (
          <button
            type="button"
            className="ch-icon-btn"
            aria-label={fill(words.resetColour, { label: words[name] })}
            onClick={() => change(name, null)}
          >
            <RotateCcw size={12} aria-hidden />
          </button>
        ) : null}
        <input
          id={id}
          type="color"
          value={/^#[0-9a-f]{6}$/i.test(shown) ? shown : "#ffffff"}
          disabled={isOff}
          onChange={(event) => change(name, event.target.value.toUpperCase())}
        />
      </span>
    </div>
  );
}

interface ThumbsProps<V extends string> {
  readonly name: string;
  readonly label: string;
  readonly value: V;
  readonly options: readonly (readonly [V, string, ReactNode])[];
  readonly onChange: (value: V) => void;
}

/** Thumbnails to choose from; radio buttons for keyboard and screen reader. */
export const Thumbs = <V extends string>({ name, label, value, options, onChange }: ThumbsProps<V>) => (
  <div role="radiogroup" aria-label={label} className="thumbs" data-count={options.length}>
    {options.map(([one, text, picture]) => (
      <label key={one} data-on={one === value ? "" : undefined}>
        <input type="radio" className="ch-sr" name={name} checked={one === value} onChange={() => onChange(one)} />
        <span className="thumb">{picture}</span>
        <span className="thumb-name">{text}</span>
      </label>
    ))}
  </div>
);
