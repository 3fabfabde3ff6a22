import { ChevronDown, ChevronUp, Pin, PinOff } from "lucide-react";
import type { ReactNode } from "react";
import { fillWords, useUiWords } from "../layout/ui-words.ts";
import type { ColumnChoice } from "./column.ts";
import "./column-settings.css";

interface ColumnSettingsProps {
  /** Every column, in the reader's order. */
  readonly choices: readonly ColumnChoice[];
  titleOf(key: string): string;
  onChange(choices: readonly ColumnChoice[]): void;
  onReset(): void;
}

/** Which columns are shown, in which order, and which stay in sight; every step works by button, none needs dragging. */
export function ColumnSettings({ choices, titleOf, onChange, onReset }: ColumnSettingsProps) {
  const words = useUiWords();
  const change = (key: string, next: Partial<ColumnChoice>) =>
    onChange(choices.map((choice) => (choice.key === key ? { ...choice, ...next } : choice)));
  const shownCount = choices.filter(({ isShown }) => isShown).length;
  return (
    <div className="ch-columns">
      <ul aria-label={words.columns}>
        {choices.map(({ key, isShown, pin }, index) => {
          const name = titleOf(key);
          const isPinned = pin === "left" || pin === "right";
          return (
            <li key={key}>
              <label>
                <input
                  type="checkbox"
                  className="ch-check"
                  checked={isShown}
                  disabled={isShown && shownCount === 1}
                  aria-label={fillWords(words.showColumn, { name })}
                  onChange={() => change(key, { isShown: !isShown })}
                />
                <span className="ch-cut">{name}</span>
              </label>
              <Step
                label={`${isPinned ? words.unpin : words.pinLeft}: ${name}`}
                isPressed={isPinned}
                onClick={() => change(key, { pin: isPinned ? "none" : "left" })}
              >
                {isPinned ? <PinOff size={14} aria-hidden="true" /> : <Pin size={14} aria-hidden="true" />}
              </Step>
              <Step
                label={`${words.moveUp}: ${name}`}
                isDisabled={index === 0}
                onClick={() => onChange(moved(choices, index, -1))}
              >
                <ChevronUp size={14} aria-hidden="true" />
              </Step>
              <Step
                label={`${words.moveDown}: ${name}`}
                isDisabled={index === choices.length - 1}
                onClick={() => onChange(moved(choices, index, 1))}
              >
                <ChevronDown size={14} aria-hidden="true" />
              </Step>
            </li>
          );
        })}
      </ul>
      <button type="button" className="ch-btn-link" onClick={onReset}>
        {words.resetColumns}
      </button>
    </div>
  );
}

function moved(choices: readonly ColumnChoice[], index: number, step: -1 | 1): ColumnChoice[] {
  const next = [...choices];
  const [taken] = next.splice(index, 1);
  if (taken) next.splice(index + step, 0, taken);
  return next;
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
