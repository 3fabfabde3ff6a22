import { operationOf, permissionOf, type Resource } from "@countinghouse/contract/kit/resource.ts";
import { useEffect, useRef, useState } from "react";
import { useMay } from "../access/allowed.tsx";
import { CallError } from "../api/call-error.ts";
import { call } from "../api/client.ts";
import { useOperation } from "../api/use-operation.ts";
import { useWords } from "../i18n/use-words.ts";
import { errorsOf, type FieldErrors, isSameValue, shapeOf, startValues } from "./form-draft.ts";
import type { AnyRow } from "./paged-resource.ts";
import { pagesMessages } from "./pages.messages.ts";

/** A submit button stays deaf for this long after a click, in ms. */
const submitPause = 500;

interface FormInput {
  readonly resource: Resource;
  readonly operation: string;
  readonly initial: object | undefined;
  readonly record: AnyRow | undefined;
  readonly fields: readonly string[];
  onDone(result: unknown): void;
}

/** What a form could not do as a whole. */
export interface FormFailure {
  readonly message: string;
  readonly requestId: string;
  /** Someone else changed the record meanwhile. */
  readonly isStale: boolean;
}

/** The state of a form for one operation: what was typed, what is wrong with it, and sending it. */
export interface RecordFormState {
  readonly values: Readonly<Record<string, unknown>>;
  readonly errors: FieldErrors;
  readonly failure: FormFailure | undefined;
  readonly isDirty: boolean;
  readonly isBusy: boolean;
  /** Whether the record was read again after someone else's change. */
  readonly isReloaded: boolean;
  set(field: string, value: unknown): void;
  submit(): Promise<void>;
  /** Reads the record again and keeps every field that was typed into. */
  reload(): Promise<void>;
}

/** Runs a form. Typed text lives apart from the record, so that neither a failed call nor a reload takes it away. */
export function useRecordForm({ resource, operation, initial, record, fields, onDone }: FormInput): RecordFormState {
  const words = useWords(pagesMessages);
  const { input } = operationOf(resource, operation);
  const { run, isRunning } = useOperation(resource, operation);
  const canReload = useMay()(permissionOf(resource.name, "detail")) && "detail" in resource.operations;
  const [base, setBase] = useState(record);
  const [typed, setTyped] = useState<Readonly<Record<string, unknown>>>({});
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<FormFailure>();
  const [isHeld, hold] = usePause();
  const start = startValues(input, initial, base);
  const values = { ...start, ...typed };
  const changed = Object.keys(typed).filter((field) => !isSameValue(typed[field], start[field]));
  const submit = async () => {
    if (isHeld || isRunning) return;
    hold();
    setFailure(undefined);
    const found = errorsOf(input, values, words);
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    try {
      onDone(await run(values as never));
    } catch (error) {
      const { placed, left } = placeRefusal(error, shapeOf(input), fields);
      setErrors(placed);
      setFailure(left);
    }
  };
  const reload = async () => {
    if (!base || !canReload) return;
    try {
      const fresh = (await call(resource, "detail", { id: base.id } as never)) as AnyRow;
      setBase({ ...base, ...fresh });
      setFailure(undefined);
    } catch (error) {
      setFailure(failureOf(error));
    }
  };
  return {
    values,
    errors,
    failure,
    isDirty: changed.length > 0,
    isBusy: isHeld || isRunning,
    isReloaded: base !== record,
    set: (field, value) => {
      setTyped((before) => ({ ...before, [field]: value }));
      setErrors(({ [field]: _mended, ...others }) => others);
    },
    submit,
    reload,
  };
}

function failureOf(error: unknown): FormFailure {
  if (!(error instanceof CallError)) throw error;
  return { message: error.message, requestId: error.requestId, isStale: error.bizCode === "platform.stale" };
}

/** Puts each refused field's sentence at its field; what belongs to none of the shown ones stays with the form. */
function placeRefusal(
  error: unknown,
  shape: object,
  fields: readonly string[],
): { placed: FieldErrors; left: FormFailure | undefined } {
  const failure = failureOf(error);
  const refused = error instanceof CallError ? error.fields : [];
  const placed = Object.fromEntries(
    refused.filter(({ field }) => fields.includes(rootOf(field))).map(({ field, message }) => [rootOf(field), message]),
  );
  const isAllPlaced =
    refused.length > 0 && refused.every(({ field }) => rootOf(field) in placed && rootOf(field) in shape);
  return { placed, left: isAllPlaced ? undefined : failure };
}

const rootOf = (path: string): string => path.split(/[.[]/)[0] ?? path;

function usePause(): readonly [boolean, () => void] {
  const [isHeld, setIsHeld] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const hold = () => {
    setIsHeld(true);
    timer.current = setTimeout(() => setIsHeld(false), submitPause);
  };
  return [isHeld, hold];
}
