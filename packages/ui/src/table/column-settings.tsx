import { ChevronDown, ChevronUp, Pin, PinOff, Search } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { fillWords, useUiWords } from "../layout/ui-words.ts";
import type { ColumnChoice } from "./column.ts";
import "./column-settings.css";

/** Columns that belong together, under one title. */
export interface ColumnGroup {
  readonly title: string;
  readonly keys: readonly string[];
}

interface ColumnSettingsProps {
  /** Every column, in the reader's order. */
  readonly choices: readonly ColumnChoice[];
  /** Every column once, in the order in which it is looked for. */
  readonly groups: readonly ColumnGroup[];
  titleOf(key: string): string;
  onChange(choices: readonly ColumnChoice[]): void;
  onReset(): void;
}

/** Which columns are shown, in which order, and which stay in sight; every step works by button, none needs dragging. */
export function ColumnSettings({ choices, groups, titleOf, onChange, onReset }: ColumnSettingsProps) {
  const words = useUiWords();
  const [text, setText] = useState("");
  const shown = choices.filter(({ isShown }) => isShown);
  const wanted = text.trim().toLowerCase();
  const found = groups
    .map((group) => ({ ...group, found: group.keys.filter((key) => titleOf(key).toLowerCase().includes(wanted)) }))
    .filter((group) => group.found.length > 0);
  const change = (key: string, next: Partial<ColumnChoice>) =>
    onChange(choices.map((choice) => (choice.key === key ? { ...choice, ...next } : choice)));
  return (
    <div className="ch-columns">
      <p className="ch-columns-head">
        <strong>{words.columns}</strong>
        <span>{fillWords(words.columnsShown, { shown: shown.length, all: choices.length })}</span>
      </p>
      <label className="ch-columns-find">
        <Search size={14} aria-hidden="true" />
        <input
          type="search"
          aria-label={words.findColumn}
          placeholder={words.findColumn}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      <div className="ch-columns-groups">
        {found.map(({ title, keys, found: fitting }) => (
          <GroupOfColumns
            key={title}
            title={title}
            shownOf={`${shown.filter(({ key }) => keys.includes(key)).length} / ${keys.length}`}
            keys={fitting}
            shown={shown}
            titleOf={titleOf}
            onToggle={(key, isShown) => change(key, { isShown })}
          />
        ))}
        {found.length === 0 && <p className="ch-columns-none">{words.noMatch}</p>}
      </div>
      {wanted === "" && <Arranged choices={choices} titleOf={titleOf} onChange={onChange} />}
      <button type="button" className="ch-btn-link" onClick={onReset}>
        {words.resetColumns}
      </button>
    </div>
  );
}

interface GroupProps extends Pick<ColumnSettingsProps, "titleOf"> {
  readonly title: string;
  readonly shownOf: string;
  readonly keys: readonly string[];
  readonly shown: readonly ColumnChoice[];
  onToggle(key: string, isShown: boolean): void;
}

function GroupOfColumns({ title, shownOf, keys, shown, titleOf, onToggle }: GroupProps) {
  const words = useUiWords();
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h4>
        <span id={id}>{title}</span>
        <span>{shownOf}</span>
      </h4>
      <ul>
        {keys.map((key) => {
          const isShown = shown.some((choice) => choice.key === key);
          return (
            <li key={key}>
              <label>
                <input
                  type="checkbox"
                  className="ch-check"
                  checked={isShown}
                  disabled={isShown && shown.length === 1}
                  aria-label={fillWords(words.showColumn, { name: titleOf(key) })}
                  onChange={() => onToggle(key, !isShown)}
                />
                <span className="ch-cut">{titleOf(key)}</span>
              </label>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** The shown columns in their order, with what moves and pins them. */
function Arranged({ choices, titleOf, onChange }: Pick<ColumnSettingsProps, "choices" | "titleOf" | "onChange">) {
  const words = useUiWords();
  const id = useId();
  const shown = choices.filter(({ isShown }) => isShown);
  const pin = (key: string, side: "left" | "none") =>
    onChange(choices.map((choice) => (choice.key === key ? { ...choice, pin: side } : choice)));
  return (
    <section className="ch-columns-order" aria-labelledby={id}>
      <h4 id={id}>{words.columnOrder}</h4>
      <ul>
        {shown.map((choice, index) => {
          const { key } = choice;
          const name = titleOf(key);
          const isPinned = choice.pin === "left" || choice.pin === "right";
          return (
            <li key={key}>
              <span className="ch-cut ch-grow">{name}</span>
              <Step
                label={`${isPinned ? words.unpin : words.pinLeft}: ${name}`}
                isPressed={isPinned}
                onClick={() => pin(key, isPinned ? "none" : "left")}
              >
                {isPinned ? <PinOff size={14} aria-hidden="true" /> : <Pin size={14} aria-hidden="true" />}
              </Step>
              <Step
                label={`${words.moveUp}: ${name}`}
                isDisabled={index === 0}
                onClick={() => onChange(swapped(choices, key, shown[index - 1]?.key))}
              >
                <ChevronUp size={14} aria-hidden="true" />
              </Step>
              <Step
                label={`${words.moveDown}: ${name}`}
                isDisabled={index === shown.length - 1}
                onClick={() => onChange(swapped(choices, key, shown[index + 1]?.key))}
              >
                <ChevronDown size={14} aria-hidden="true" />
              </Step>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Two columns in each other's place: hidden ones between them stay where they are. */
function swapped(choices: readonly ColumnChoice[], one: string, other: string | undefined): ColumnChoice[] {
  const at = (wanted: string | undefined) => choices.find(({ key }) => key === wanted);
  return choices.map((choice) =>
    choice.key === one ? (at(other) ?? choice) : choice.key === other ? (at(one) ?? choice) : choice,
  );
}

interface StepProps {
  readonly label: string;
  readonly isDisabled?: boolean;
  readonly isPressed?: boolean;
  onClick(): void;
  readonly children: ReactNode;
}

const Step = ({ label, isDisabled = false, isPressed, onClick, children }: StepProps) => (
  <button
    type="button"
    className="ch-icon-btn"
    aria-label={label}
    title={label}
    aria-pressed={isPressed}
    disabled={isDisabled}
    onClick={onClick}
  >
    {children}
  </button>
);
