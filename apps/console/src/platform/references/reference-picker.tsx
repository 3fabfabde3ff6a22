import type { FieldFacts } from "@countinghouse/contract/kit/field.ts";
import type { ReferenceTarget } from "@countinghouse/contract/kit/reference.ts";
import { type InputProps, TextInput } from "@countinghouse/ui/fields/inputs.tsx";
import { Select } from "antd";
import { useState } from "react";
import { useWords } from "../i18n/use-words.ts";
import { OrgPicker } from "../pickers/org-picker.tsx";
import { pickersMessages } from "../pickers/pickers.messages.ts";
import { useIsOfMerchant } from "../session/session.ts";
import { ReferredLines } from "./referred-lines.tsx";
import {
  type ReferredRecord,
  referenceTarget,
  useMayChoose,
  useReferences,
  useReferredRecord,
} from "./use-references.ts";

/** As many as are offered before something is typed. */
const offered = 50;

type Key = string | number;

interface ReferencePickerProps extends InputProps<Key> {
  /** Of the field: what it refers to. */
  readonly of: FieldFacts;
  /** The other values of the form: an app is chosen among those of a merchant. */
  readonly values: Readonly<Record<string, unknown>>;
}

/** Another record, found by name or number on the server. Who may not list such records is told, and enters the id. */
export function ReferencePicker({ of, values, ...props }: ReferencePickerProps) {
  const target = referenceTarget(of);
  const mayChoose = useMayChoose()(target);
  if (!mayChoose) return <IdInput {...props} />;
  if (target.isWhole)
    return (
      <OrgPicker
        {...(props as unknown as InputProps<number>)}
        tenantId={values.tenantId as number | null}
        isOfRecord={values.id !== undefined}
      />
    );
  const { value, onChange } = props;
  return (
    <Picking
      {...props}
      of={of}
      values={values}
      chosen={value === null || value === undefined ? [] : [value]}
      onChosen={([one]) => onChange(one ?? null)}
    />
  );
}

interface ReferencesPickerProps extends InputProps<readonly Key[]> {
  readonly of: FieldFacts;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Several other records. */
export function ReferencesPicker({ value, onChange, ...props }: ReferencesPickerProps) {
  return <Picking {...props} isSeveral chosen={value ?? []} onChosen={onChange} />;
}

interface PickingProps extends Omit<InputProps<Key>, "value" | "onChange"> {
  readonly of: FieldFacts;
  readonly values: Readonly<Record<string, unknown>>;
  readonly chosen: readonly Key[];
  readonly isSeveral?: boolean;
  onChosen(values: readonly Key[]): void;
}

function Picking({ of, values, facts, isDisabled, isRequired, chosen, isSeveral = false, onChosen }: PickingProps) {
  const words = useWords(pickersMessages);
  const target = referenceTarget(of);
  const [keyword, setKeyword] = useState("");
  const owner = target.within === undefined ? undefined : values[target.within];
  // Somebody who signs in for a merchant has no other to choose first.
  const isOfMerchant = useIsOfMerchant();
  const isOwned = owner !== undefined && owner !== null && owner !== "";
  const isReady = target.within === undefined || isOwned || isOfMerchant;
  const {
    found = [],
    isFetching,
    error,
  } = useReferences(
    target,
    {
      limit: offered,
      ...(keyword ? { keyword } : {}),
      ...(target.within && isOwned ? { [target.within]: owner } : {}),
      ...narrowing(target, values),
    },
    isReady,
  );
  const listed = new Set(found.map(({ value }) => value));
  const { found: known = [] } = useReferredRecord(
    target,
    chosen.filter((value) => !listed.has(value)),
  );
  // What was found comes first: Enter takes the first choice, and would let go of one that is chosen already.
  const options = [...found, ...known].map((one) => ({
    value: one.value,
    label: labelOf(one),
    one,
    disabled: one.isEnded && !chosen.includes(one.value),
  }));
  return (
    <Select<Key | Key[], (typeof options)[number]>
      id={facts.id}
      {...(isSeveral ? { mode: "multiple" as const } : {})}
      aria-invalid={facts.isInvalid}
      aria-required={isRequired ?? false}
      {...(facts.describedBy ? { "aria-describedby": facts.describedBy } : {})}
      {...(facts.isInvalid ? { status: "error" as const } : {})}
      allowClear
      disabled={isDisabled === true || !isReady}
      showSearch={{ filterOption: false, onSearch: setKeyword }}
      loading={isFetching}
      placeholder={isReady ? words.nameOrNumber : words.ownerFirst}
      notFoundContent={error ? words.loadFailed : words.noMatch}
      options={grouped(options)}
      optionRender={({ data }) => <ReferredLines one={data.one} />}
      value={isSeveral ? [...chosen] : (chosen[0] ?? (null as never))}
      onChange={(next) => onChosen(Array.isArray(next) ? next : next === undefined || next === null ? [] : [next])}
    />
  );
}

/** What leaves fewer to choose from, where the form says it. */
function narrowing({ narrowedBy }: ReferenceTarget, values: Readonly<Record<string, unknown>>): object {
  const given = narrowedBy && values[narrowedBy];
  return narrowedBy && given ? { [narrowedBy]: given } : {};
}

/** Choices under what they belong to, where that is not one thing for all. */
function grouped<O extends { readonly one: ReferredRecord }>(options: readonly O[]): O[] {
  const byGroup = Map.groupBy(options, ({ one }) => one.group);
  if (byGroup.size < 2) return [...options];
  return [...byGroup].map(([label, members]) => ({ label: label || "–", options: members })) as unknown as O[];
}

const labelOf = ({ name, beside }: ReferredRecord): string => (beside ? `${name} · ${beside}` : name);

/** The id itself, from somebody who may not see what there is to choose from. */
function IdInput({ value, onChange, ...props }: InputProps<Key>) {
  const words = useWords(pickersMessages);
  return (
    <>
      <TextInput
        {...props}
        value={value === null || value === undefined ? null : String(value)}
        onChange={(text) => onChange(text !== null && /^\d{1,15}$/.test(text) ? Number(text) : text)}
      />
      <p className="ch-field-hint">{words.onlyId}</p>
    </>
  );
}
