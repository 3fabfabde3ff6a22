import { type OperationName, operationOf, type Resource, type ResultOf } from "@countinghouse/contract/kit/resource.ts";
import { Button } from "antd";
import { useState } from "react";
import { useWords } from "../i18n/use-words.ts";
import { FormBody } from "../pages/form-body.tsx";
import { shapeOf } from "../pages/form-draft.ts";
import { pagesMessages } from "../pages/pages.messages.ts";
import type { FormSection, InputField } from "../pages/record-form.tsx";
import { useRecordForm } from "../pages/use-record-form.ts";

interface CardFormProps<R extends Resource, O extends OperationName<R>> {
  readonly resource: R;
  readonly operation: O;
  readonly fields: FormSection<InputField<R, O>>["fields"];
  readonly record?: object | undefined;
  /** The label of the button; “Save” unless told. */
  readonly submit?: string;
  onDone?(result: ResultOf<R["operations"][O]>): void;
}

/** A form that stays on its page: after saving it starts again from what is stored now. */
export function CardForm<R extends Resource, O extends OperationName<R>>(props: CardFormProps<R, O>) {
  const [round, setRound] = useState(0);
  return <OneRound key={round} {...props} onEnd={() => setRound(round + 1)} />;
}

function OneRound<R extends Resource, O extends OperationName<R>>({
  resource,
  operation,
  fields,
  record,
  submit,
  onDone,
  onEnd,
}: CardFormProps<R, O> & { onEnd(): void }) {
  const words = useWords(pagesMessages);
  const form = useRecordForm({
    resource,
    operation,
    initial: undefined,
    record: record as never,
    shown: () => Object.keys(shapeOf(operationOf(resource, operation).input)),
    onDone: (result) => {
      onDone?.(result as never);
      onEnd();
    },
    onSent: onEnd,
  });
  const discard = () => {
    form.forget();
    onEnd();
  };
  return (
    <>
      <FormBody form={form} sections={[{ key: "all", title: "", fields }]} resource={resource} operation={operation} />
      <div className="ch-form-foot">
        {form.isDirty ? <Button onClick={discard}>{words.discard}</Button> : null}
        <Button type="primary" disabled={form.isBusy || !form.isDirty} onClick={() => void form.submit()}>
          {submit ?? words.save}
        </Button>
      </div>
    </>
  );
}
