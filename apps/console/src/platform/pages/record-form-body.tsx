import type { OperationName, Resource } from "@countinghouse/contract/kit/resource.ts";
import { useAfterFrame } from "@countinghouse/ui/layout/use-after-frame.ts";
import { type RefObject, useEffect, useRef } from "react";
import { AwaitedNote } from "./awaited-note.tsx";
import { type DeclaredField, FormField, FormNotices, fieldName } from "./form-field.tsx";
import { OperationFrame, submitByKey } from "./operation-frame.tsx";
import "./pages.css";
import type { RecordFormProps } from "./record-form.tsx";
import { UnsavedGuard } from "./unsaved-guard.tsx";
import { useRecordForm } from "./use-record-form.ts";

/** The form itself: a chunk of its own, since a list is shown more often than a form is opened. */
export function RecordFormBody<R extends Resource, O extends OperationName<R>>(props: RecordFormProps<R, O>) {
  const {
    resource,
    operation,
    record,
    of = record,
    initial,
    as = "modal",
    isDeed,
    note: Note,
    onClose,
    onDone,
  } = props;
  const fields = props.fields as readonly DeclaredField[];
  const names = fields.map(fieldName);
  const form = useRecordForm({
    resource,
    operation,
    initial,
    record: record as never,
    fields: names,
    onDone: (result) => {
      onDone?.(result as never);
      onClose();
    },
  });
  const areInputsDue = useAfterFrame();
  const body = useRef<HTMLFormElement>(null);
  useFirstErrorFocus(body, form.errors);
  return (
    <OperationFrame
      resource={resource}
      operation={operation}
      as={as}
      isDeed={isDeed}
      form={form}
      of={of}
      onClose={onClose}
    >
      <form
        ref={body}
        className="ch-form"
        noValidate
        onKeyDown={submitByKey(form)}
        onSubmit={(event) => event.preventDefault()}
      >
        <FormNotices form={form} shown={names} />
        <AwaitedNote resource={resource} fields={names} />
        {fields.map((field) => (
          <FormField
            key={fieldName(field)}
            field={field}
            form={form}
            resource={resource}
            operation={operation}
            record={record}
            isDue={areInputsDue}
          />
        ))}
        {Note && <Note values={form.values} />}
      </form>
      <UnsavedGuard isDirty={form.isDirty} />
    </OperationFrame>
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
