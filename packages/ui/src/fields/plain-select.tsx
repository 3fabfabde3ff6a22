import "./fields.css";

interface PlainSelectProps {
  /** Its label, also shown as "any" while nothing is chosen. */
  readonly label: string;
  readonly value: string;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  /** Empty when the choice is cleared. */
  onChange(value: string): void;
}

/** A native select for one of few options or any: for pages that need no other inputs of the kit. */
export const PlainSelect = ({ label, value, choices, onChange }: PlainSelectProps) => (
  <select
    className="ch-plain-select"
    aria-label={label}
    value={value}
    data-any={value === "" ? "" : undefined}
    onChange={(event) => onChange(event.target.value)}
  >
    <option value="">{label}</option>
    {choices.map((choice) => (
      <option key={choice.value} value={choice.value}>
        {choice.label}
      </option>
    ))}
  </select>
);
