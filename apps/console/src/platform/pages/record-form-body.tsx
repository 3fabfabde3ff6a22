import { factsOf } from "@countinghouse/contract/kit/field.ts";
import { type OperationName, operationOf, type Resource } from "@countinghouse/contract/kit/resource.ts";
import { references } from "@countinghouse/contract/references.ts";
import { useOwnMerchant } from "../session/session.ts";
import { FormBody } from "./form-body.tsx";
import { shapeOf } from "./form-draft.ts";
import { OperationFrame } from "./operation-frame.tsx";
import "./pages.css";
import { type DeclaredField, type FormSection, fieldName, type RecordFormProps } from "./record-form.tsx";
import { useRecordForm } from "./use-record-form.ts";

const isSecret = (field: DeclaredField): boolean => typeof field !== "string" && field.isSecret === true;

/** Whether a form asks for a field: which merchant is no question to somebody who signs in for one. */
function useIsAsked(resource: Resource, operation: string): (field: DeclaredField) => boolean {
  const own = useOwnMerchant();
  const shape = shapeOf(operationOf(resource, operation).input) as Readonly<Record<string, unknown>>;
  return (field) => !own || factsOf(shape[fieldName(field)] as never).target !== references.merchant;
}

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
  const isAsked = useIsAsked(resource, operation);
  const sectionsOf = (values: Readonly<Record<string, unknown>>): readonly FormSection[] => {
    const plain = { key: "all", title: "", fields: (props.fields ?? []) as readonly DeclaredField[] };
    const sections = props.sections?.(values) ?? [plain];
    return sections.map((section) => ({ ...section, fields: section.fields.filter(isAsked) }));
  };
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
