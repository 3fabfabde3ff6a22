import { merchantWebhookConfigMessages } from "@countinghouse/contract/integration/merchant-webhook-config/merchant-webhook-config.messages.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
import { type InputProps, TextInput } from "@countinghouse/ui/fields/inputs.tsx";
import { useState } from "react";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { isSameValue } from "../../../platform/pages/form-draft.ts";
import { RowsInput } from "../../../platform/pickers/rows-input.tsx";

type Headers = Readonly<Record<string, string>>;

/** A header while it is being typed. */
interface Line {
  readonly name: string | null;
  readonly value: string | null;
}

const linesOf = (headers: Headers | null | undefined): Line[] =>
  Object.entries(headers ?? {}).map(([name, value]) => ({ name, value }));

const begun = ({ name, value }: Line): boolean => name !== null || value !== null;

/** Receivers do not tell names apart by their case. */
const isSameName = (one: Line, other: Line): boolean => one.name?.toLowerCase() === other.name?.toLowerCase();

/**
 * The headers of the lines in which something is typed, each name once. A line without a name stays in, so that it is
 * complained about.
 */
const headersOf = (lines: readonly Line[]): Headers =>
  Object.fromEntries(
    lines
      .filter(
        (line, at) => begun(line) && !lines.slice(at + 1).some((later) => begun(later) && isSameName(line, later)),
      )
      .map(({ name, value }) => [name ?? "", value ?? ""]),
  );

const repeatedName = (lines: readonly Line[]): string | null | undefined =>
  lines.find((line, at) => line.name !== null && lines.slice(0, at).some((earlier) => isSameName(earlier, line)))?.name;

/** Headers as lines of a name and a value. */
export function HeadersInput({ value, onChange, ...props }: InputProps<Headers>) {
  const { text } = useWords(merchantWebhookConfigMessages);
  const [typed, setTyped] = useState<readonly Line[]>(() => linesOf(value));
  // What was typed holds more than the headers: lines that are not begun. It gives way to values that come from elsewhere.
  const lines = isSameValue(headersOf(typed), value ?? {}) ? typed : linesOf(value);
  const repeated = repeatedName(lines);
  const change = (next: readonly Line[] | null) => {
    setTyped(next ?? []);
    onChange(headersOf(next ?? []));
  };
  return (
    <>
      <RowsInput<Line>
        {...props}
        value={lines}
        onChange={change}
        blank={() => ({ name: null, value: null })}
        fields={[
          {
            key: "name",
            label: text.headerName,
            input: (line, facts, set) => <TextInput facts={facts} value={line.name} onChange={set} maxLength={64} />,
          },
          {
            key: "value",
            label: text.headerValue,
            input: (line, facts, set) => <TextInput facts={facts} value={line.value} onChange={set} maxLength={256} />,
          },
        ]}
      />
      {repeated ? (
        <p className="ch-field-error" role="alert">
          {fill(text.headerRepeated, { name: repeated })}
        </p>
      ) : null}
    </>
  );
}
