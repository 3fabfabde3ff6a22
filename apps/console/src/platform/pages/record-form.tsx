import { type OperationName, operationOf, type Resource, type ResultOf } from "@countinghouse/contract/kit/resource.ts";
import { RequestId } from "@countinghouse/ui/feedback/failure-state.tsx";
import { Field } from "@countinghouse/ui/fields/field.tsx";
import type { InputProps } from "@countinghouse/ui/fields/inputs.tsx";
import { Alert, Button } from "antd";
import { type ComponentType, type KeyboardEvent, useEffect, useRef } from "react";
import type { z } from "zod";
import { useWords } from "../i18n/use-words.ts";
import { FieldInput, needsValue } from "./field-input.tsx";
import { shapeOf } from "./form-draft.ts";
import { FormFrame, type FormFrameKind } from "./form-frame.tsx";
import "./pages.css";
import { pagesMessages } from "./pages.messages.ts";
import { UnsavedGuard, useDiscardQuestion } from "./unsaved-guard.tsx";
import { useConfirm } from "./use-confirm.tsx";
import { type RecordFormState, useRecordForm } from "./use-record-form.ts";

/** Name of a field of an operation's input. */
export type InputField<R extends Resource, O extends OperationName<R>> = keyof z.input<R["operations"][O]["input"]> &
  string;

/** A field by name, or with an input or a word of its own. */
export interface OwnField<Name extends string = string> {
  readonly field: Name;
  readonly input?: ComponentType<InputProps<never>>;
  readonly label?: string;
  readonly hint?: string;
  readonly isWide?: boolean;
  readonly isDisabled?: boolean;
}

export interface RecordFormProps<R extends Resource, O extends OperationName<R>> {
  readonly resource: R;
  readonly operation: O;
  readonly fields: readonly (InputField<R, O> | OwnField<InputField<R, O>>)[];
  /** The record to change, as it was read. */
  readonly record?: object | undefined;
  /** Values to start with. */
  readonly initial?: Partial<z.input<R["operations"][O]["input"]>> | undefined;
  readonly as?: FormFrameKind;
  /** Below the fields: what no single field can say. */
  readonly note?: ComponentType<{ readonly values: Readonly<Record<string, unknown>> }>;
  onClose(): void;
  onDone?(result: ResultOf<R["operations"][O]>): void;
}

/** A form for one operation: labels, marks, limits and the places of refusals follow from its input. */
export function RecordForm<R extends Resource, O extends OperationName<R>>(props: RecordFormProps<R, O>) {
  const { resource, operation, fields, record, initial, as = "modal", note: Note, onClose, onDone } = props;
  const words = useWords(pagesMessages);
  const labels = useWords(resource);
  const own = fields.map((field): OwnField => (typeof field === "string" ? { field } : (field as OwnField)));
  const form = useRecordForm({
    resource,
    operation,
    initial,
    record: record as never,
    fields: own.map(({ field }) => field),
    onDone: (result) => {
      onDone?.(result as never);
      onClose();
    },
  });
  const body = useRef<HTMLFormElement>(null);
  useFirstErrorFocus(body, form.errors);
  const { ask, dialog } = useConfirm();
  const discard = useDiscardQuestion();
  const close = async () => {
    if (!form.isDirty || (await ask(discard))) onClose();
  };
  const action = (labels.actions as Readonly<Record<string, string>>)[operation] ?? operation;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void form.submit();
  };
  const foot = (
    <>
      <Button onClick={() => void close()}>{words.cancel}</Button>
      <Button type="primary" disabled={form.isBusy} onClick={() => void form.submit()}>
        {words.save}
      </Button>
    </>
  );
  return (
    <FormFrame kind={as} title={`${action} · ${labels.title}`} foot={foot} onClose={() => void close()}>
      <form
        ref={body}
        className="ch-form"
        noValidate
        onKeyDown={onKeyDown}
        onSubmit={(event) => event.preventDefault()}
      >
        <FormNotices form={form} />
        {own.map((field) => (
          <FormField
            key={field.field}
            field={field}
            schema={shapeOf(operationOf(resource, operation).input)[field.field]}
            form={form}
            labels={labels.fields}
          />
        ))}
        {Note && <Note values={form.values} />}
      </form>
      <UnsavedGuard isDirty={form.isDirty} />
      {dialog}
    </FormFrame>
  );
}

/** Takes the reader to the first field that needs attention, when there is a new complaint. */
function useFirstErrorFocus(
  body: React.RefObject<HTMLFormElement | null>,
  errors: Readonly<Record<string, string>>,
): void {
  const before = useRef(errors);
  useEffect(() => {
    const isNew = Object.keys(errors).some((field) => !(field in before.current));
    before.current = errors;
    if (!isNew) return;
    const places = [...(body.current?.querySelectorAll<HTMLElement>("[data-field]") ?? [])];
    const place = places.find(({ dataset }) => dataset.field && dataset.field in errors);
    place?.querySelector<HTMLElement>("input, textarea, select, button, [tabindex]")?.focus();
  }, [body, errors]);
}

function FormNotices({ form }: { form: RecordFormState }) {
  const words = useWords(pagesMessages);
  const { failure } = form;
  if (!failure && !form.isReloaded) return null;
  const description = failure?.isStale ? (
    <Button size="small" onClick={() => void form.reload()}>
      {words.staleReload}
    </Button>
  ) : (
    failure?.requestId && <RequestId id={failure.requestId} />
  );
  return (
    <Alert
      className="ch-field-wide"
      type={failure ? "error" : "info"}
      showIcon
      title={failure?.message ?? words.staleReloaded}
      description={description || undefined}
    />
  );
}

interface FormFieldProps {
  readonly field: OwnField;
  readonly schema: z.ZodType | undefined;
  readonly form: RecordFormState;
  readonly labels: object;
}

function FormField({
  field: { field, input: Own, label, hint, isWide, isDisabled },
  schema,
  form,
  labels,
}: FormFieldProps) {
  if (!schema) throw new Error(`the operation's input has no field ${field}`);
  const name = label ?? (labels as Readonly<Record<string, string>>)[field] ?? field;
  const isRequired = needsValue(schema);
  const set = (value: unknown) => form.set(field, value);
  return (
    <Field
      name={field}
      label={name}
      hint={hint}
      isRequired={isRequired}
      isWide={isWide ?? false}
      error={form.errors[field]}
    >
      {(facts) =>
        Own ? (
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
