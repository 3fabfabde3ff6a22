import { type KeyboardEvent, type ReactNode, useId } from "react";
import "./fields.css";

/** What connects an input to its field. */
export interface InputFacts {
  readonly id: string;
  readonly isInvalid: boolean;
  /** Ids of the texts that explain it. */
  readonly describedBy: string | undefined;
}

/** Id of the label of a field: what is no single control is called by it. */
export const labelIdOf = ({ id }: Pick<InputFacts, "id">): string => `${id}-label`;

interface FieldProps {
  readonly label: string;
  readonly isRequired?: boolean;
  readonly error?: string | undefined;
  readonly hint?: ReactNode;
  /** Takes the whole width of the form. */
  readonly isWide?: boolean;
  readonly name?: string;
  readonly children: (facts: InputFacts) => ReactNode;
}

/** Tab moves to the next field: an open dropdown must not take it as choosing the highlighted option. */
function leaveOnTab(event: KeyboardEvent): void {
  const isOfSelect = event.target instanceof Element && event.target.closest(".ant-select") !== null;
  if (event.key === "Tab" && isOfSelect) event.stopPropagation();
}

/** A labelled input with its required mark, its hint and its error. */
export function Field({ label, isRequired = false, error, hint, isWide = false, name, children }: FieldProps) {
  const id = useId();
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ") || undefined;
  return (
    <div className={isWide ? "ch-field ch-field-wide" : "ch-field"} data-field={name} onKeyDownCapture={leaveOnTab}>
      <label className="ch-field-label" id={labelIdOf({ id })} htmlFor={id}>
        {label}
        {isRequired && (
          <span className="ch-field-mark" aria-hidden="true">
            *
          </span>
        )}
      </label>
      {children({ id, isInvalid: error !== undefined, describedBy })}
      {hint && (
        <p className="ch-field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className="ch-field-error" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
