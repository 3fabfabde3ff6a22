import type { Resource } from "@countinghouse/contract/kit/resource.ts";
import { useAfterFrame } from "@countinghouse/ui/layout/use-after-frame.ts";
import { Badge, Tabs } from "antd";
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { AwaitedNote } from "./awaited-note.tsx";
import { FormField, FormNotices } from "./form-field.tsx";
import { submitByKey } from "./operation-frame.tsx";
import { type FormSection, fieldName } from "./record-form.tsx";
import { UnsavedGuard } from "./unsaved-guard.tsx";
import type { RecordFormState } from "./use-record-form.ts";
import "./pages.css";

export interface FormBodyProps {
  readonly sections: readonly FormSection[];
  readonly form: RecordFormState;
  readonly resource: Resource;
  readonly operation: string;
  /** The record the form is about: an app is chosen among those of its merchant. */
  readonly record?: object | undefined;
  /** Below the fields. */
  readonly note?: ReactNode;
}

/** The fields of a form with its notices, wherever they stand; Ctrl or ⌘ with Enter sends it. */
export function FormBody({ sections, form, resource, operation, record, note }: FormBodyProps) {
  const body = useRef<HTMLFormElement>(null);
  const [open, setOpenKey] = useOpenSection(sections, form);
  const areInputsDue = useAfterFrame();
  useMistakeInView(body, form);
  if (!open) return null;
  return (
    <form ref={body} noValidate onKeyDown={submitByKey(form)} onSubmit={(event) => event.preventDefault()}>
      <FormNotices form={form} shown={sections.flatMap(({ fields }) => fields.map(fieldName))} />
      {sections.length > 1 && (
        <Tabs activeKey={open.key} onChange={setOpenKey} items={sections.map((section) => tabOf(section, form))} />
      )}
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
            isOnly={open.fields.length === 1}
            isDue={areInputsDue}
          />
        ))}
        {note}
      </div>
      <UnsavedGuard isDirty={form.isDirty} />
    </form>
  );
}

const hasMistake = ({ fields }: FormSection, { errors }: RecordFormState): boolean =>
  fields.some((field) => fieldName(field) in errors);

const tabOf = (section: FormSection, form: RecordFormState) => ({
  key: section.key,
  label: (
    <Badge dot={hasMistake(section, form)} offset={[6, 2]}>
      {section.title}
    </Badge>
  ),
});

/** The open section; a refused submission opens the first one with a mistake, unless the open one has some. */
function useOpenSection(sections: readonly FormSection[], form: RecordFormState) {
  const [openKey, setOpenKey] = useState(sections[0]?.key);
  const [seen, setSeen] = useState(form.refusals);
  const open = sections.find(({ key }) => key === openKey) ?? sections[0];
  if (seen !== form.refusals) {
    setSeen(form.refusals);
    const first = sections.find((section) => hasMistake(section, form));
    if (first && open && !hasMistake(open, form)) setOpenKey(first.key);
  }
  return [open, setOpenKey] as const;
}

/** Takes the reader to the first field with a mistake, each time that a submission was refused. */
function useMistakeInView(body: RefObject<HTMLFormElement | null>, { refusals, errors }: RecordFormState): void {
  const seen = useRef(refusals);
  useEffect(() => {
    if (seen.current === refusals) return;
    const places = [...(body.current?.querySelectorAll<HTMLElement>("[data-field]") ?? [])];
    const place = places.find(({ dataset }) => dataset.field && dataset.field in errors);
    // Its section may have to be drawn first, or what was refused stands at no field.
    if (!place && Object.keys(errors).length > 0) return;
    seen.current = refusals;
    const target = place ?? body.current;
    target?.scrollIntoView({ block: "nearest" });
    place?.querySelector<HTMLElement>("input, textarea, select, button, [tabindex]")?.focus({ preventScroll: true });
  });
}
