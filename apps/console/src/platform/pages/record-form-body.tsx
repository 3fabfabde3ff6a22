import type { OperationName, Resource } from "@countinghouse/contract/kit/resource.ts";
import { FormBody } from "./form-body.tsx";
import { type DeclaredField, fieldName } from "./form-field.tsx";
import { OperationFrame } from "./operation-frame.tsx";
import "./pages.css";
import type { FormSection, RecordFormProps } from "./record-form.tsx";
import { useRecordForm } from "./use-record-form.ts";

const isSecret = (field: DeclaredField): boolean => typeof field !== "string" && field.isSecret === true;

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
  const sectionsOf = (values: Readonly<Record<string, unknown>>): readonly FormSection[] =>
    props.sections?.(values) ?? [{ key: "all", title: "", fields: (props.fields ?? []) as readonly DeclaredField[] }];
  const form = useRecordForm({
    resource,
    operation,
    initial,
    record: record as never,
    shown: (values) => sectionsOf(values).flatMap(({ fields }) => fields.map(fieldName)),
    secret: (values) => sectionsOf(values).flatMap(({ fields }) => fields.filter(isSecret).map(fieldName)),
    onDone: (result, values) => {
      if (onDone?.(result as never, values) !== true) onClose();
    },
    onSent: onClose,
  });
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
      <FormBody
        form={form}
        sections={sectionsOf(form.values)}
        resource={resource}
        operation={operation}
        record={record}
        note={Note && <Note values={form.values} />}
      />
    </OperationFrame>
  );
}
