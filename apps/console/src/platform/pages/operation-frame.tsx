import type { Resource } from "@countinghouse/contract/kit/resource.ts";
import { Button } from "antd";
import type { KeyboardEvent, ReactNode } from "react";
import { useLocale, useWords } from "../i18n/use-words.ts";
import { FormFrame, type FormFrameKind } from "./form-frame.tsx";
import { type AnyRow, callName } from "./paged-resource.ts";
import { pagesMessages } from "./pages.messages.ts";
import { useLeaving } from "./use-leaving.ts";
import type { RecordFormState } from "./use-record-form.ts";

interface OperationFrameProps {
  readonly resource: Resource;
  readonly operation: string;
  readonly as: FormFrameKind;
  /** Something is done rather than kept: the button at the foot says what. */
  readonly isDeed?: boolean | undefined;
  readonly form: RecordFormState;
  /** What it is done to, which the title names. */
  readonly of?: object | undefined;
  readonly children: ReactNode;
  onClose(): void;
}

/** The frame of an operation's form: named after it, saved or left at its foot, asking before what was typed is lost. */
export function OperationFrame({
  resource,
  operation,
  as,
  isDeed = false,
  form,
  of,
  children,
  onClose,
}: OperationFrameProps) {
  const words = useWords(pagesMessages);
  const { actions, title } = useWords(resource);
  const locale = useLocale();
  const name = of && callName(of as AnyRow, locale);
  const { close, dialog, button } = useLeaving(form, onClose);
  const action = (actions as Readonly<Record<string, string>>)[operation] ?? operation;
  const buttons = (
    <>
      <Button ref={button} onClick={close}>
        {words.cancel}
      </Button>
      <Button type="primary" disabled={form.isBusy} onClick={() => void form.submit()}>
        {isDeed ? action : words.save}
      </Button>
    </>
  );
  return (
    <FormFrame kind={as} title={`${action} · ${name ?? title}`} foot={buttons} onClose={close}>
      {children}
      {dialog}
    </FormFrame>
  );
}

/** Ctrl or ⌘ with Enter sends a form from wherever the reader is in it. */
export const submitByKey = (form: RecordFormState) => (event: KeyboardEvent) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void form.submit();
};
