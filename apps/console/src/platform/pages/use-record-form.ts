import { operationOf, permissionOf, type Resource } from "@countinghouse/contract/kit/resource.ts";
import { useEffect, useRef, useState } from "react";
import { useMay } from "../access/allowed.tsx";
import { CallError } from "../api/call-error.ts";
import { call } from "../api/client.ts";
import { isSent, useOperation } from "../api/use-operation.ts";
import { useLocale, useWords } from "../i18n/use-words.ts";
import { useSession } from "../session/session.ts";
import { errorsOf, type FieldErrors, isSameValue, shapeOf, startValues } from "./form-draft.ts";
import { draftOf, keepDraft, keptOf } from "./kept-draft.ts";
import type { AnyRow } from "./paged-resource.ts";
import { pagesMessages } from "./pages.messages.ts";

/** A submit button stays deaf for this long after a click, in ms. */
const submitPause = 500;

interface FormInput {
  readonly resource: Resource;
  readonly operation: string;
  readonly initial: object | undefined;
  readonly record: AnyRow | undefined;
  /** Fields on the form: a refusal of another has no place but above them. */
  shown(values: Values): readonly string[];
  /** Fields of those that the browser does not keep, beside what their kind says. */
  secret?(values: Values): readonly string[];
  /** Said once it is done; what the operation is called unless told. */
  readonly success?: string;
  onDone(result: unknown, values: Values): void;
  /** What was sent waits for a second person. */
  onSent?(): void;
}

type Values = Readonly<Record<string, unknown>>;

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
  /** Whether what was typed before, and neither saved nor discarded, stands in the form again. */
  readonly isRestored: boolean;
  /** How many submissions were refused, here or by the server. */
  readonly refusals: number;
  set(field: string, value: unknown): void;
  submit(): Promise<void>;
  /** Reads the record again and keeps every field that was typed into. */
  reload(): Promise<void>;
  /** Begins anew. */
  discard(): void;
  /** Lets the browser forget what was typed. */
  forget(): void;
}

/** Runs a form. Typed text lives apart from the record, so that neither a failed call nor a reload takes it away. */
export function useRecordForm(props: FormInput): RecordFormState {
  const { resource, operation, initial, record, shown, onDone } = props;
  const told = useWording(resource);
  const { input } = operationOf(resource, operation);
  const { run, isRunning } = useOperation(resource, operation, props.success ? { success: props.success } : {});
  const canReload = useMay()(permissionOf(resource.name, "detail")) && "detail" in resource.operations;
  const [base, setBase] = useState(record);
  const draft = useDraft(props);
  const [typed, setTyped] = useState<Values>(draft.found ?? {});
  const [isRestored, setRestored] = useState(draft.found !== undefined);
  const [refusals, setRefusals] = useState(0);
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
    const found = errorsOf(input, values, told);
    setErrors(found);
    if (Object.keys(found).length > 0) return setRefusals(refusals + 1);
    try {
      const result = await run(values as never);
      draft.keep({});
      onDone(result, values);
    } catch (error) {
      if (isSent(error)) {
        draft.keep({});
        return props.onSent?.();
      }
      const { placed, left } = placeRefusal(error, shapeOf(input), shown(values));
      setRefusals(refusals + 1);
      setErrors(placed);
      setFailure(left);
    }
  };
  const reload = async () => {
    if (!base || !canReload) return;
    const { fresh, failed } = await readAgain(resource, base);
    setFailure(failed);
    if (fresh) setBase({ ...base, ...fresh });
  };
  return {
    values,
    errors,
    failure,
    isDirty: changed.length > 0,
    isBusy: isHeld || isRunning,
    isReloaded: base !== record,
    isRestored,
    refusals,
    set: (field, value) => {
      setTyped((before) => ({ ...before, [field]: value }));
      draft.keep(differing({ ...typed, [field]: value }, start));
      setErrors(({ [field]: _mended, ...others }) => others);
    },
    submit,
    reload,
    discard: () => {
      setTyped({});
      setErrors({});
      setRestored(false);
      draft.keep({});
    },
    forget: () => draft.keep({}),
  };
}

/** In whose words mistakes are told. */
function useWording(resource: Resource) {
  const { fields: labels, refusals } = useWords(resource);
  return { words: useWords(pagesMessages), locale: useLocale(), labels, refusals };
}

/** The record as it is now, or why it could not be read. */
async function readAgain(
  resource: Resource,
  base: AnyRow,
): Promise<{ readonly fresh?: AnyRow; readonly failed?: FormFailure | undefined }> {
  try {
    return { fresh: (await call(resource, "detail", { id: base.id } as never)) as AnyRow };
  } catch (error) {
    return { failed: failureOf(error) };
  }
}

/** What was typed and is not what the form started with. */
const differing = (typed: Values, start: Values): Values =>
  Object.fromEntries(Object.entries(typed).filter(([field, value]) => !isSameValue(value, start[field])));

/** The draft that the browser keeps of a form: without secrets, and only for whoever typed it. */
function useDraft({ resource, operation, initial, record, secret }: FormInput) {
  const userId = useSession(({ user }) => user?.id) ?? 0;
  const subject = { ...initial, ...record } as { readonly id?: unknown; readonly pid?: unknown };
  const place = { resource: resource.name, operation, id: String(subject.id ?? subject.pid ?? "") };
  const [found] = useState(() => draftOf(place, userId));
  const keep = (typed: Values) =>
    keepDraft(place, userId, keptOf(operationOf(resource, operation), typed, secret?.(typed) ?? []));
  return { found, keep };
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
