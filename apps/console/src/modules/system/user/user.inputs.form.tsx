import { sysUserMessages } from "@countinghouse/contract/system/user/user.messages.ts";
import type { ExtraOrg } from "@countinghouse/contract/system/user/user.ts";
import { AccountType } from "@countinghouse/contract/system-enumerations.ts";
import { DayInput } from "@countinghouse/ui/fields/date-inputs.tsx";
import type { InputFacts } from "@countinghouse/ui/fields/field.tsx";
import { ChoiceInput, type InputProps, TextInput } from "@countinghouse/ui/fields/inputs.tsx";
import { Button } from "antd";
import { Plus, Trash2 } from "lucide-react";
import type { z } from "zod";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { OrgPicker } from "../../../platform/pickers/org-picker.tsx";
import { PosPicker } from "../../../platform/pickers/record-pickers.tsx";
import { useUser } from "../../../platform/session/session.ts";

type Rank = (typeof AccountType.members)[number]["value"];

/** The rank of an account: nobody gives one above their own. */
export function AccountTypeInput(props: InputProps<Rank>) {
  const locale = useLocale();
  const own = useUser().accountType;
  // The rank an account already has stays visible, also to those who could not give it. People of merchants have a page
  // of their own.
  const offered = AccountType.members.filter(
    ({ value }) => (value <= own && value !== AccountType.Member) || value === props.value,
  );
  return (
    <ChoiceInput<Rank>
      {...props}
      choices={offered.map(({ value, text }) => ({ value, label: text[locale], isDisabled: value > own }))}
    />
  );
}

type Membership = z.input<typeof ExtraOrg>;
/** A membership still being filled in. */
type Draft = { readonly [K in keyof Membership]?: Membership[K] | undefined };

/** Memberships in further organisations, each with the position held there. */
export function ExtraOrgsInput({ facts, value, onChange, isDisabled = false }: InputProps<readonly Draft[]>) {
  const { text } = useWords(sysUserMessages);
  const rows = value ?? [];
  const put = (at: number, change: Draft) =>
    onChange(rows.map((row, index) => (index === at ? { ...row, ...change } : row)));
  return (
    <div className="user-orgs-input">
      {rows.map((row, at) => (
        <MembershipRow
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity of their own before they are saved.
          key={at}
          row={row}
          facts={facts}
          isDisabled={isDisabled}
          onChange={(change) => put(at, change)}
          onRemove={() => onChange(rows.filter((_row, index) => index !== at))}
        />
      ))}
      <Button
        disabled={isDisabled}
        icon={<Plus size={14} aria-hidden="true" />}
        onClick={() => onChange([...rows, {}])}
      >
        {text.addOrg}
      </Button>
    </div>
  );
}

interface MembershipRowProps {
  readonly row: Draft;
  readonly facts: InputFacts;
  readonly isDisabled: boolean;
  onChange(change: Draft): void;
  onRemove(): void;
}

function MembershipRow({ row, facts, isDisabled, onChange, onRemove }: MembershipRowProps) {
  const { fields, text } = useWords(sysUserMessages);
  const cell = (name: string, isMissing = false): { facts: InputFacts; isDisabled: boolean } => ({
    facts: { id: `${facts.id}-${name}`, isInvalid: facts.isInvalid && isMissing, describedBy: facts.describedBy },
    isDisabled,
  });
  return (
    <fieldset className="user-membership">
      <Cell label={fields.orgId}>
        <OrgPicker
          {...cell("org", !row.orgId)}
          isRequired
          value={idOf(row.orgId)}
          onChange={(orgId) => onChange({ orgId: orgId ?? undefined })}
        />
      </Cell>
      <Cell label={fields.posId}>
        <PosPicker
          {...cell("pos", !row.posId)}
          value={idOf(row.posId)}
          onChange={(posId) => onChange({ posId: posId ?? undefined })}
        />
      </Cell>
      <Cell label={fields.jobNum}>
        <TextInput {...cell("number")} maxLength={32} value={row.jobNum} onChange={(jobNum) => onChange({ jobNum })} />
      </Cell>
      <Cell label={fields.joinDate}>
        <DayInput {...cell("date")} value={row.joinDate} onChange={(joinDate) => onChange({ joinDate })} />
      </Cell>
      <button
        type="button"
        className="ch-icon-btn"
        aria-label={text.removeOrg}
        title={text.removeOrg}
        disabled={isDisabled}
        onClick={onRemove}
      >
        <Trash2 size={16} aria-hidden="true" />
      </button>
    </fieldset>
  );
}

const idOf = (id: number | string | undefined): number | null => (id === undefined ? null : Number(id));

const Cell = ({ label, children }: { readonly label: string; readonly children: React.ReactNode }) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: the control is the child passed in.
  <label>
    <span>{label}</span>
    {children}
  </label>
);
