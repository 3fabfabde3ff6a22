import type { InputChoice } from "@countinghouse/ui/fields/inputs.tsx";
import { Input } from "antd";
import { Search } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useWords } from "../i18n/use-words.ts";
import { ReferredLines } from "../references/referred-lines.tsx";
import { referenceTarget, useReferences, useReferredRecord } from "../references/use-references.ts";
import type { FilterValue } from "./list-address.ts";
import type { FilterField } from "./paged-resource.ts";
import { pagesMessages } from "./pages.messages.ts";

type Key = string | number;

interface ChosenProps {
  readonly label: string;
  /** One at a time. */
  readonly isSingle: boolean;
  readonly value: FilterValue | undefined;
  onChange(value: FilterValue | undefined): void;
  /** Takes the focus at once. */
  readonly isAlone: boolean;
}

const keysOf = (value: FilterValue | undefined): readonly Key[] =>
  value?.kind === "many" ? (value.values as readonly Key[]) : value?.kind === "one" ? [value.value as Key] : [];

/** What a filter is set to once something is chosen or let go. */
function toggled(chosen: readonly Key[], one: Key, isSingle: boolean): FilterValue | undefined {
  const isChosen = chosen.some((key) => String(key) === String(one));
  const others = isSingle ? [] : chosen.filter((key) => String(key) !== String(one));
  const values = isChosen ? others : [...others, one];
  const [first] = values;
  if (first === undefined) return undefined;
  return isSingle ? { kind: "one", value: first } : { kind: "many", values };
}

/** From here on choices are looked for rather than looked through. */
const searchedFrom = 12;

/** Values of a closed set, in the order of the set; many of them are found by typing. */
export function Choices({
  choices,
  label,
  isSingle,
  value,
  onChange,
  isAlone,
}: ChosenProps & { readonly choices: readonly InputChoice<Key>[] }) {
  const [text, setText] = useState("");
  const chosen = keysOf(value);
  const isChosen = (one: Key) => chosen.some((key) => String(key) === String(one));
  const fits = (choice: InputChoice<Key>) => choice.label.toLowerCase().includes(text.trim().toLowerCase());
  const choose = ({ value: one }: InputChoice<Key>) => {
    const next = toggled(chosen, one, isSingle);
    if (next?.kind !== "many") return onChange(next);
    const kept = choices
      .map((choice) => choice.value)
      .filter((key) => next.values.some((k) => String(k) === String(key)));
    onChange({ kind: "many", values: kept });
  };
  const isSearched = choices.length > searchedFrom;
  const shown = isSearched
    ? [...choices.filter((one) => isChosen(one.value)), ...choices.filter((one) => !isChosen(one.value) && fits(one))]
    : choices;
  return (
    <>
      {isSearched && <Finding label={label} isAlone={isAlone} onText={setText} />}
      <ChoiceRows label={label}>
        {shown.map((choice) => (
          <ChoiceRow key={choice.value} isChosen={isChosen(choice.value)} onChoose={() => choose(choice)}>
            {choice.label}
          </ChoiceRow>
        ))}
        <NoneFound isNone={shown.length === 0} />
      </ChoiceRows>
    </>
  );
}

/** As many as are offered before something is typed. */
const offered = 50;

/** Other records, found by name or number on the server; those that are chosen stay on top. */
export function ReferenceChoices({ field, ...props }: ChosenProps & { readonly field: FilterField }) {
  const { label, isSingle, value, onChange, isAlone } = props;
  const words = useWords(pagesMessages);
  const target = referenceTarget(field.facts);
  const [text, setText] = useState("");
  const keyword = text.trim();
  const asked = { limit: offered, withEnded: true, ...(keyword ? { keyword } : {}) };
  const { found = [], isFetching, error, mayChoose } = useReferences(target, asked);
  const chosen = keysOf(value);
  const isChosen = (one: Key) => chosen.some((key) => String(key) === String(one));
  const { found: known = [] } = useReferredRecord(target, chosen);
  if (!mayChoose) return <IdOnly {...props} />;
  // What is found without the server, such as a tree that is read whole.
  const isFit = ({ name, beside }: { name: string; beside: string }) =>
    !target.isWhole || `${name} ${beside}`.toLowerCase().includes(keyword.toLowerCase());
  const rows = [...known, ...found.filter((one) => !isChosen(one.value) && isFit(one))];
  return (
    <>
      <Finding label={label} isAlone={isAlone} onText={setText} />
      <ChoiceRows label={label}>
        {rows.map((one) => (
          <ChoiceRow
            key={one.value}
            isChosen={isChosen(one.value)}
            onChoose={() => onChange(toggled(chosen, one.value, isSingle))}
          >
            <ReferredLines one={one} />
          </ChoiceRow>
        ))}
        <NoneFound isNone={rows.length === 0 && !isFetching && !error} />
        {error && (
          <p role="alert" className="ch-filter-wrong">
            {error.message}
          </p>
        )}
        {found.length === offered && <p className="ch-filter-more">{words.typeForMore}</p>}
      </ChoiceRows>
    </>
  );
}

/** The id itself, from somebody who may not see what there is to choose from. */
function IdOnly({ label, isSingle, value, onChange }: ChosenProps) {
  const words = useWords(pagesMessages);
  const set = (id: string) =>
    onChange(id === "" ? undefined : isSingle ? { kind: "one", value: id } : { kind: "many", values: [id] });
  return (
    <>
      <Input
        aria-label={label}
        autoComplete="off"
        value={keysOf(value).map(String).join(", ")}
        onChange={(event) => set(event.target.value.trim())}
      />
      <p className="ch-filter-more">{words.onlyId}</p>
    </>
  );
}

function Finding({ label, isAlone, onText }: { label: string; isAlone: boolean; onText(text: string): void }) {
  const words = useWords(pagesMessages);
  return (
    <Input
      autoFocus={isAlone}
      allowClear
      className="ch-filter-find"
      prefix={<Search size={14} aria-hidden="true" />}
      aria-label={`${words.findChoice}: ${label}`}
      placeholder={words.findChoice}
      onChange={(event) => onText(event.target.value)}
    />
  );
}

const ChoiceRows = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <fieldset className="ch-filter-choices">
    <legend className="ch-sr">{label}</legend>
    {children}
  </fieldset>
);

interface ChoiceRowProps {
  readonly isChosen: boolean;
  onChoose(): void;
  readonly children: ReactNode;
}

const ChoiceRow = ({ isChosen, onChoose, children }: ChoiceRowProps) => (
  <label className="ch-choice">
    <input type="checkbox" className="ch-check" checked={isChosen} onChange={onChoose} />
    {children}
  </label>
);

function NoneFound({ isNone }: { readonly isNone: boolean }) {
  const words = useWords(pagesMessages);
  return isNone ? <p className="ch-filter-more">{words.nothingFound}</p> : null;
}
