import { type OperationName, operationOf, type Resource } from "@countinghouse/contract/kit/resource.ts";
import { RequestId } from "@countinghouse/ui/feedback/failure-state.tsx";
import { Field } from "@countinghouse/ui/fields/field.tsx";
import { useAfterFrame } from "@countinghouse/ui/layout/use-after-frame.ts";
import { Alert, Button } from "antd";
import { type KeyboardEvent, type RefObject, useEffect, useRef } from "react";
import type { z } from "zod";
import { useWords } from "../i18n/use-words.ts";
import { FieldInput, InputBone, needsValue } from "./field-input.tsx";
import { shapeOf } from "./form-draft.ts";
import { FormFrame } from "./form-frame.tsx";
import "./pages.css";
import { pagesMessages } from "./pages.messages.ts";
import type { OwnField, RecordFormProps } from "./record-form.tsx";
import { UnsavedGuard, useDiscardQuestion } from "./unsaved-guard.tsx";
import { useConfirm } from "./use-confirm.tsx";
import { type RecordFormState, useRecordForm } from "./use-record-form.ts";

/** The form itself: a chunk of its own, since a list is shown more often than a form is opened. */
export function RecordFormBody<R extends Resource, O extends OperationName<R>>(props: RecordFormProps<R, O>) {
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
  const areInputsDue = useAfterFrame();
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
            isDue={areInputsDue}
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
function useFirstErrorFocus(body: RefObject<HTMLFormElement | null>, errors: Readonly<Record<string, string>>): void {
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
  /** Whether the input itself is drawn yet. */
  readonly isDue: boolean;
}

function FormField({
  field: { field, input: Own, label, hint, isWide, isDisabled },
  schema,
  form,
  labels,
  isDue,
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
