import { factsOf, isRequired as isRequiredIn } from "@countinghouse/contract/kit/field.ts";
import { operationOf, type Resource } from "@countinghouse/contract/kit/resource.ts";
import { RequestId } from "@countinghouse/ui/feedback/failure-state.tsx";
import { Field } from "@countinghouse/ui/fields/field.tsx";
import { Alert, Button } from "antd";
import type { z } from "zod";
import { useWords } from "../i18n/use-words.ts";
import { FieldBone, FieldInput } from "./field-input.tsx";
import { shapeOf } from "./form-draft.ts";
import { pagesMessages } from "./pages.messages.ts";
import type { DeclaredField, OwnField } from "./record-form.tsx";
import type { RecordFormState } from "./use-record-form.ts";

/** Whether a field need not be asked for although it cannot be missing: an empty text or list, a switch that is off. */
const acceptsEmpty = (schema: z.ZodType): boolean =>
  !schema.safeParse(null).success && ["", false, []].some((empty) => schema.safeParse(empty).success);

interface FormFieldProps {
  readonly field: DeclaredField;
  readonly form: RecordFormState;
  readonly resource: Resource;
  readonly operation: string;
  /** The record the form is about: an amount may have its currency there. */
  readonly record?: object | undefined;
  /** Whether it is the only one of its form. */
  readonly isOnly?: boolean;
  /** Whether the input itself is drawn yet. */
  readonly isDue: boolean;
}

/** Whether a field takes the whole width: what is written at length, in several languages or line by line. */
function isWideByNature(field: string, schema: z.ZodType): boolean {
  const { kind, isNames, lines } = factsOf(schema);
  return kind === "longText" || isNames === true || lines !== undefined || field === "remark" || field === "reason";
}

/** One field of an operation's input with its label, its input and what is wrong with it. */
export function FormField({
  field: declared,
  form,
  resource,
  operation,
  record,
  isOnly = false,
  isDue,
}: FormFieldProps) {
  const {
    field,
    input: Own,
    label,
    hint,
    isDisabled,
    ...own
  }: OwnField = typeof declared === "string" ? { field: declared } : declared;
  const words = useWords(resource).fields as Readonly<Record<string, string>>;
  const schema = shapeOf(operationOf(resource, operation).input)[field];
  if (!schema) throw new Error(`${resource.name}.${operation} has no field ${field}`);
  const isWide = own.isWide ?? (isOnly || isWideByNature(field, schema));
  const isRequired = isRequiredIn(schema) && !acceptsEmpty(schema);
  const set = (value: unknown) =>
    form.set(field, value === null && schema.safeParse("").success && acceptsEmpty(schema) ? "" : value);
  return (
    <Field
      name={field}
      label={label ?? words[field] ?? field}
      hint={hint}
      isRequired={isRequired}
      isWide={isWide}
      error={form.errors[field]}
    >
      {(facts) =>
        !isDue ? (
          <FieldBone schema={schema} />
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
            values={{ ...record, ...form.values }}
            onChange={set}
            isDisabled={isDisabled}
          />
        )
      }
    </Field>
  );
}

interface FormNoticesProps {
  readonly form: RecordFormState;
  /** Fields on the form: complaints about others have no place but here. */
  readonly shown: readonly string[];
}

/** Why the form was refused as a whole, with the way out where there is one; or that it was filled anew. */
export function FormNotices({ form, shown }: FormNoticesProps) {
  const { failure, errors, isReloaded, isRestored, reload, discard } = form;
  const words = useWords(pagesMessages);
  const stray = Object.entries(errors).flatMap(([field, message]) => (shown.includes(field) ? [] : [message]));
  const title = failure?.message ?? (stray.length > 0 ? stray.join(" ") : undefined);
  if (title === undefined && !isReloaded) return isRestored ? <RestoredNotice onDiscard={discard} /> : null;
  const wayOut = failure?.isStale ? (
    <Button size="small" onClick={() => void reload()}>
      {words.staleReload}
    </Button>
  ) : (
    failure?.requestId && <RequestId id={failure.requestId} />
  );
  return (
    <Alert
      className="ch-field-wide"
      type={title === undefined ? "info" : "error"}
      showIcon
      title={title ?? words.staleReloaded}
      description={wayOut || undefined}
    />
  );
}

/** Says that what was typed earlier stands in the form again, with the way to begin anew. */
function RestoredNotice({ onDiscard }: { onDiscard(): void }) {
  const words = useWords(pagesMessages);
  const begin = (
    <Button size="small" onClick={onDiscard}>
      {words.draftDiscard}
    </Button>
  );
  return <Alert className="ch-field-wide" type="info" showIcon title={words.draftRestored} action={begin} />;
}
