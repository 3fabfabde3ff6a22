import { type OperationName, operationOf, type Resource, type ResultOf } from "@countinghouse/contract/kit/resource.ts";
import { useAfterFrame } from "@countinghouse/ui/layout/use-after-frame.ts";
import { Badge, Tabs } from "antd";
import { useState } from "react";
import { AwaitedNote } from "../pages/awaited-note.tsx";
import { shapeOf } from "../pages/form-draft.ts";
import { FormField, FormNotices, fieldName } from "../pages/form-field.tsx";
import type { FormFrameKind } from "../pages/form-frame.tsx";
import { OperationFrame, submitByKey } from "../pages/operation-frame.tsx";
import type { InputField, OwnField } from "../pages/record-form.tsx";
import "../pages/pages.css";
import { UnsavedGuard } from "../pages/unsaved-guard.tsx";
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

/** A form for one operation whose fields stand under tabs, or follow from what was chosen. */
export function SectionedForm<R extends Resource, O extends OperationName<R>>(props: SectionedFormProps<R, O>) {
  const { resource, operation, sections: sectionsOf, record, initial, as = "modal", onClose, onDone } = props;
  const shape = shapeOf(operationOf(resource, operation).input);
  const form: RecordFormState = useRecordForm({
    resource,
    operation,
    initial,
    record: record as never,
    fields: Object.keys(shape),
    onDone: (result) => (onDone ? onDone(result as never, form.values) : onClose()),
  });
  return (
    <OperationFrame resource={resource} operation={operation} as={as} form={form} of={record} onClose={onClose}>
      <FormBody
        form={form}
        sections={sectionsOf(form.values)}
        resource={resource}
        operation={operation}
        record={record}
      />
    </OperationFrame>
  );
}

export interface FormBodyProps {
  readonly sections: readonly FormSection<string>[];
  readonly form: RecordFormState;
  readonly resource: Resource;
  readonly operation: string;
  /** The record the form is about: an app is chosen among those of its merchant. */
  readonly record?: object | undefined;
}

/** The fields of a form with its notices, wherever they stand; Ctrl or ⌘ with Enter sends it. */
export function FormBody({ sections, form, resource, operation, record }: FormBodyProps) {
  return (
    <form noValidate onKeyDown={submitByKey(form)} onSubmit={(event) => event.preventDefault()}>
      <FormNotices form={form} shown={sections.flatMap(({ fields }) => fields.map(fieldName))} />
      <Sections sections={sections} form={form} resource={resource} operation={operation} record={record} />
      <UnsavedGuard isDirty={form.isDirty} />
    </form>
  );
}

/** The open section; a new complaint about a field elsewhere opens the section it stands in. */
function Sections({ sections, form, resource, operation, record }: FormBodyProps) {
  const areInputsDue = useAfterFrame();
  const [openKey, setOpenKey] = useState(sections[0]?.key);
  const [seenErrors, setSeenErrors] = useState(form.errors);
  const complaints = ({ fields }: FormSection<string>) =>
    fields.filter((field) => fieldName(field) in form.errors).length;
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
        <AwaitedNote resource={resource} fields={open.fields.map(fieldName)} />
        {open.fields.map((field) => (
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
      </div>
    </>
  );
}
