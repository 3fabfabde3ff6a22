import { type OperationName, operationOf, type Resource, type ResultOf } from "@countinghouse/contract/kit/resource.ts";
import { RequestId } from "@countinghouse/ui/feedback/failure-state.tsx";
import { Field } from "@countinghouse/ui/fields/field.tsx";
import { useAfterFrame } from "@countinghouse/ui/layout/use-after-frame.ts";
import { Alert, Badge, Button, Tabs } from "antd";
import { type KeyboardEvent, useState } from "react";
import type { z } from "zod";
import { useWords } from "../i18n/use-words.ts";
import { FieldInput, InputBone, needsValue } from "../pages/field-input.tsx";
import { shapeOf } from "../pages/form-draft.ts";
import { FormFrame, type FormFrameKind } from "../pages/form-frame.tsx";
import { pagesMessages } from "../pages/pages.messages.ts";
import type { InputField, OwnField } from "../pages/record-form.tsx";
import "../pages/pages.css";
import { UnsavedGuard, useDiscardQuestion } from "../pages/unsaved-guard.tsx";
import { useConfirm } from "../pages/use-confirm.tsx";
import { type RecordFormState, useRecordForm } from "../pages/use-record-form.ts";

/** A part of a form with a name: a tab where there are several. */
export interface FormSection<Name extends string> {
  readonly key: string;
  readonly title: string;
  readonly fields: readonly (Name | OwnField<Name>)[];
}

type Values = Readonly<Record<string, unknown>>;

interface SectionedFormProps<R extends Resource, O extends OperationName<R>> {
  readonly resource: R;
  readonly operation: O;
  /** May depend on what was chosen so far: a page has other fields than a button. */
  sections(values: Values): readonly FormSection<InputField<R, O>>[];
  readonly record?: object | undefined;
  readonly initial?: object | undefined;
  readonly as?: FormFrameKind;
  onClose(): void;
  /** What follows success, in the place of closing. */
  onDone?(result: ResultOf<R["operations"][O]>, values: Values): void;
}

const nameOf = (field: string | OwnField): string => (typeof field === "string" ? field : field.field);

/** A form for one operation whose fields stand under tabs, or follow from what was chosen. */
export function SectionedForm<R extends Resource, O extends OperationName<R>>(props: SectionedFormProps<R, O>) {
  const { resource, operation, sections: sectionsOf, record, initial, as = "modal", onClose, onDone } = props;
  const words = useWords(pagesMessages);
  const { actions, title } = useWords(resource);
  const shape = shapeOf(operationOf(resource, operation).input);
  const form: RecordFormState = useRecordForm({
    resource,
    operation,
    initial,
    record: record as never,
    fields: Object.keys(shape),
    onDone: (result) => (onDone ? onDone(result as never, form.values) : onClose()),
  });
  const { ask, dialog } = useConfirm();
  const discard = useDiscardQuestion();
  const close = async () => {
    if (!form.isDirty || (await ask(discard))) onClose();
  };
  const action = (actions as Readonly<Record<string, string>>)[operation] ?? operation;
  const foot = (
    <>
      <Button onClick={() => void close()}>{words.cancel}</Button>
      <Button type="primary" disabled={form.isBusy} onClick={() => void form.submit()}>
        {words.save}
      </Button>
    </>
  );
  return (
    <FormFrame kind={as} title={`${action} · ${title}`} foot={foot} onClose={() => void close()}>
      <FormBody form={form} sections={sectionsOf(form.values)} resource={resource} operation={operation} />
      {dialog}
    </FormFrame>
  );
}

export interface FormBodyProps {
  readonly sections: readonly FormSection<string>[];
  readonly form: RecordFormState;
  readonly resource: Resource;
  readonly operation: string;
}

/** The fields of a form with its notices, wherever they stand; Ctrl or ⌘ with Enter sends it. */
export function FormBody({ sections, form, resource, operation }: FormBodyProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void form.submit();
  };
  return (
    <form noValidate onKeyDown={onKeyDown} onSubmit={(event) => event.preventDefault()}>
      <Notices form={form} shown={sections.flatMap(({ fields }) => fields.map(nameOf))} />
      <Sections sections={sections} form={form} resource={resource} operation={operation} />
      <UnsavedGuard isDirty={form.isDirty} />
    </form>
  );
}

/** The open section; a new complaint about a field elsewhere opens the section it stands in. */
function Sections({ sections, form, resource, operation }: FormBodyProps) {
  const areInputsDue = useAfterFrame();
  const [openKey, setOpenKey] = useState(sections[0]?.key);
  const [seenErrors, setSeenErrors] = useState(form.errors);
  const complaints = ({ fields }: FormSection<string>) => fields.filter((field) => nameOf(field) in form.errors).length;
  const open = sections.find(({ key }) => key === openKey) ?? sections[0];
  if (seenErrors !== form.errors) {
    setSeenErrors(form.errors);
    const isNew = Object.keys(form.errors).some((field) => !(field in seenErrors));
    const first = sections.find((section) => complaints(section) > 0);
    if (isNew && first && open && complaints(open) === 0) setOpenKey(first.key);
  }
  if (!open) return null;
  return (
    <>
      {sections.length > 1 ? (
        <Tabs
          activeKey={open.key}
          onChange={setOpenKey}
          items={sections.map((section) => ({
            key: section.key,
            label: (
              <Badge dot={complaints(section) > 0} offset={[6, 2]}>
                {section.title}
              </Badge>
            ),
          }))}
        />
      ) : null}
      <div className="ch-form" key={open.key}>
        {open.fields.map((field) => (
          <OneField
            key={nameOf(field)}
            field={field}
            form={form}
            resource={resource}
            operation={operation}
            isDue={areInputsDue}
          />
        ))}
      </div>
    </>
  );
}

/** Whether a field need not be asked for although it cannot be missing: an empty text or list, a switch that is off. */
const acceptsEmpty = (schema: z.ZodType): boolean =>
  !schema.safeParse(null).success && ["", false, []].some((empty) => schema.safeParse(empty).success);

interface OneFieldProps extends Omit<FormBodyProps, "sections"> {
  readonly field: string | OwnField;
  /** Whether the input itself is drawn yet. */
  readonly isDue: boolean;
}

function OneField({ field: declared, form, resource, operation, isDue }: OneFieldProps) {
  const {
    field,
    input: Own,
    label,
    hint,
    isWide = false,
    isDisabled,
  }: OwnField = typeof declared === "string" ? { field: declared } : declared;
  const words = useWords(resource).fields as Readonly<Record<string, string>>;
  const schema = shapeOf(operationOf(resource, operation).input)[field];
  if (!schema) throw new Error(`${resource.name}.${operation} has no field ${field}`);
  const isRequired = needsValue(schema) && !acceptsEmpty(schema);
  const set = (value: unknown) =>
    form.set(field, value === null && schema.safeParse("").success && acceptsEmpty(schema) ? "" : value);
  return (
    <Field
      name={field}
      label={label ?? words[field] ?? field}
      {...(hint ? { hint } : {})}
      isRequired={isRequired}
      isWide={isWide}
      error={form.errors[field]}
    >
      {(facts) =>
        !isDue ? (
          <InputBone schema={schema} />
        ) : Own ? (
          <Own
            facts={facts}
            value={form.values[field] as never}
            onChange={set as never}
            isRequired={isRequired}
            isDisabled={isDisabled}
          />
        ) : (
          <FieldInput
            schema={schema}
            facts={facts}
            value={form.values[field]}
            values={form.values}
            onChange={set}
            isDisabled={isDisabled}
          />
        )
      }
    </Field>
  );
}

interface NoticesProps {
  readonly form: RecordFormState;
  /** Fields on the form: complaints about others have no place but here. */
  readonly shown: readonly string[];
}

function Notices({ form: { failure, errors, isReloaded, reload }, shown }: NoticesProps) {
  const words = useWords(pagesMessages);
  const stray = Object.entries(errors).flatMap(([field, message]) => (shown.includes(field) ? [] : [message]));
  if (!failure && stray.length > 0) return <Alert type="error" showIcon title={stray.join(" ")} />;
  if (!failure) return isReloaded ? <Alert type="info" showIcon title={words.staleReloaded} /> : null;
  const wayOut = failure.isStale ? (
    <Button size="small" onClick={() => void reload()}>
      {words.staleReload}
    </Button>
  ) : (
    failure.requestId && <RequestId id={failure.requestId} />
  );
  return <Alert type="error" showIcon title={failure.message} description={wayOut || undefined} />;
}
