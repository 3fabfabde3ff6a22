import "./fields.css";

interface PlainSelectProps {
  /** Names it, and stands for “any” while nothing is chosen. */
  readonly label: string;
  readonly value: string;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  /** Empty when the choice is taken back. */
  onChange(value: string): void;
}

/** One of a few or any, by the platform's own control: for pages that need no other input, and so load none. */
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
