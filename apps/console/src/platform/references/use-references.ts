import type { FieldFacts } from "@countinghouse/contract/kit/field.ts";
import type { Locale } from "@countinghouse/contract/kit/locale.ts";
import type { ReferenceTarget } from "@countinghouse/contract/kit/reference.ts";
import { permissionOf } from "@countinghouse/contract/kit/resource.ts";
import { PaymentMode } from "@countinghouse/contract/payment-enumerations.ts";
import { lookupMax } from "@countinghouse/contract/references.ts";
import { useQuery } from "@tanstack/react-query";
import { useMay } from "../access/allowed.tsx";
import { send } from "../api/client.ts";
import { useLocale } from "../i18n/use-words.ts";

type Row = Readonly<Record<string, unknown>>;

/** A record that a field can refer to, as people know it. */
export interface ReferredRecord {
  readonly value: string | number;
  readonly name: string;
  /** Number, code and whatever else tells it apart. */
  readonly beside: string;
  /** What it is offered under; nothing where all stand together. */
  readonly group: string;
  /** Whether it can no longer be chosen anew. */
  readonly isEnded: boolean;
}

/** What is asked of the `list` of a resource: some by id, or those that a text finds. */
export interface ReferenceQuery {
  readonly ids?: readonly (string | number)[];
  readonly keyword?: string;
  readonly limit?: number;
  readonly withEnded?: boolean;
  readonly [within: string]: unknown;
}

/** What a field refers to; a field that refers to nothing is a defect. */
export function referenceTarget({ target }: FieldFacts): ReferenceTarget {
  if (!target) throw new Error("a reference to nothing");
  return target;
}

/** Whether the user may choose from what is referred to. */
export function useMayChoose(): (target: ReferenceTarget) => boolean {
  const may = useMay();
  return ({ resource, isOpen }) => isOpen === true || may(permissionOf(resource, "list"));
}

/** The records of a list; of a tree, each branch behind the one it hangs on. */
const flat = (rows: readonly Row[]): readonly Row[] =>
  rows.flatMap((row) => [row, ...(Array.isArray(row.children) ? flat(row.children as readonly Row[]) : [])]);

function referred(row: Row, target: ReferenceTarget, locale: Locale): ReferredRecord {
  const { key = "id", name, number, beside = [], group, enabled } = target;
  const textOf = (field: string) =>
    field === "mode" ? (PaymentMode.memberOf(row.mode)?.text[locale] ?? "") : String(row[field] ?? "");
  const texts = [...(number ? [number] : []), ...beside].map(textOf);
  return {
    value: row[key] as string | number,
    name: String(row[typeof name === "string" ? name : name[locale]] ?? row[key]),
    beside: texts.filter((text) => text !== "").join(" · "),
    group: group ? String(row[group] ?? "") : "",
    isEnded: enabled !== undefined && row.status !== undefined && row.status !== enabled,
  };
}

/** The records that a `list` answers. Asks nothing of what the user may not list. */
export function useReferences(target: ReferenceTarget, asked: ReferenceQuery, isEnabled = true) {
  const locale = useLocale();
  const mayChoose = useMayChoose()(target);
  const { data, isFetching, error } = useQuery({
    queryKey: [target.resource, "list", target.isWhole ? {} : asked, locale],
    queryFn: ({ signal }) =>
      send(
        { path: `/api/${target.resource}/list`, method: "GET", isCommand: false, isPassive: false },
        target.isWhole ? {} : { ...asked },
        { signal },
      ) as Promise<readonly Row[]>,
    enabled: isEnabled && mayChoose,
  });
  return { found: data && flat(data).map((row) => referred(row, target, locale)), isFetching, error, mayChoose };
}

/** The records that some values refer to: as many as were found, and nothing while they are on their way. */
export function useReferredRecord(target: ReferenceTarget | undefined, values: readonly (string | number)[]) {
  const none: ReferenceTarget = { resource: "", name: "" };
  // A catalogue that is known by its codes is read whole, as trees are.
  const asked = target?.key || target?.isWhole ? {} : { ids: values.slice(0, lookupMax), withEnded: true };
  const { found, isFetching } = useReferences(target ?? none, asked, target !== undefined && values.length > 0);
  const wanted = new Set(values.map(String));
  return { found: found?.filter(({ value }) => wanted.has(String(value))), isWaiting: isFetching };
}
