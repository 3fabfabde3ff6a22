import { operationOf, type Resource } from "@countinghouse/contract/kit/resource.ts";
import { lazyPart } from "@countinghouse/ui/layout/lazy-part.tsx";
import type { ComponentType, ReactNode } from "react";
import { DeclaredForm } from "./declared-form.tsx";
import { DeclaredQuestion } from "./declared-question.tsx";
import { declaredFor, type FormsOfPage, isOwnForm } from "./form-declaration.ts";
import { shapeOf } from "./form-draft.ts";
import type { RowFormProps } from "./paged-resource.ts";
import { isSwitch, SwitchAction } from "./switch-action.tsx";

export interface ActionFormProps extends RowFormProps {
  readonly resource: Resource;
  readonly operation: string;
  readonly forms?: FormsOfPage | undefined;
  readonly nameField?: string | undefined;
  /** Values to start with, of the page it is opened on. */
  readonly initial?: object | undefined;
  /** The row that a new record starts as: the page's form for `copy` takes the place of the one that adds. */
  readonly copied?: RowFormProps["record"];
  /** For an operation that nothing has to be asked for: the question, or running it at once. */
  readonly plain: ReactNode;
}

/** What a row tells an operation by itself. */
const told = ["id", "ids", "version"];

/** Whether an operation takes nothing but the record: then it needs a question and no form. */
export const asksNothing = (resource: Resource, operation: string): boolean =>
  Object.keys(shapeOf(operationOf(resource, operation).input)).every((field) => told.includes(field));

/**
 * What opens for an operation: the form that the page declares for it; else, by the operation's input, a question or a form
 * with every field of it, so that a reason or a status needs no form of its own.
 */
export function ActionForm({ forms, ...props }: ActionFormProps) {
  if (typeof forms !== "function") return <Declared {...props} forms={forms} />;
  const Fetched = fetched(forms);
  return <Fetched {...props} />;
}

type DeclaredProps = Omit<ActionFormProps, "forms"> & {
  readonly forms?: Exclude<FormsOfPage, () => unknown> | undefined;
};

function Declared({ forms = {}, plain, nameField, ...props }: DeclaredProps) {
  const { resource, operation, record, copied, onClose } = props;
  const Copy = copied && forms.copy;
  if (Copy && isOwnForm(Copy)) return <Copy record={copied} onClose={onClose} />;
  const form = declaredFor(forms, operation);
  if (form && isOwnForm(form)) {
    const Own = form;
    return <Own record={record} onClose={onClose} />;
  }
  if (!form && asksNothing(resource, operation)) return plain;
  if (!form && isSwitch(resource, operation))
    return (
      <SwitchAction resource={resource} operation={operation} record={record} nameField={nameField} onClose={onClose} />
    );
  if (form?.ask) return <DeclaredQuestion {...props} declaration={form} />;
  return <DeclaredForm {...props} declaration={form ?? {}} />;
}

type Loader = Extract<FormsOfPage, () => unknown>;
const fetchedBy = new WeakMap<Loader, ComponentType<DeclaredProps>>();

/** The forms of a page as a part that arrives when the first of them is opened; the same part for the same page. */
function fetched(load: Loader): ComponentType<DeclaredProps> {
  const known = fetchedBy.get(load);
  if (known) return known;
  const part = lazyPart<DeclaredProps>(async () => {
    const { forms } = await load();
    return (props) => <Declared {...props} forms={forms} />;
  });
  fetchedBy.set(load, part);
  return part;
}
