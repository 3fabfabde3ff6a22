import type { z } from "zod";
import type { Locale, LocalizedText, Words } from "./locale.ts";
import type { Operation, OperationAudience } from "./operation.ts";
import { declareRefusals, type RefusalDeclarations } from "./refusal.ts";

/** Menu position of a resource. `component` is derived: `<module>/<module>.<page>`. */
export interface MenuEntry {
  readonly path: string;
  /** Page file below the console's modules, without extension: `pos/pos.list`. */
  readonly component: string;
  readonly icon: string;
  readonly order: number;
  readonly isAffix?: boolean;
  readonly isHide?: boolean;
  readonly isKeepAlive?: boolean;
  /** Title for merchants' users, where it differs: they see only their own records. */
  readonly ownTitle?: LocalizedText;
}

type Operations = Readonly<Record<string, Operation>>;
type RefusalOf<Ops extends Operations> = Ops[keyof Ops]["refusals"][number];

/** Required texts of a resource: title, a label per field and operation, a sentence per refusal. */
export interface ResourceWords<Rec extends z.ZodObject, Ops extends Operations> {
  readonly title: string;
  readonly fields: Readonly<Record<keyof Rec["shape"] & string, string>> & Readonly<Record<string, string>>;
  readonly actions: Readonly<Record<keyof Ops & string, string>>;
  readonly refusals: Readonly<Record<RefusalOf<Ops> & string, string>>;
  /** Further texts of its screens. */
  readonly text?: Readonly<Record<string, string>>;
}

export interface Resource<
  N extends string = string,
  Rec extends z.ZodObject = z.ZodObject,
  Ops extends Operations = Operations,
> {
  readonly name: N;
  readonly record: Rec;
  /** Who may call its operations, unless an operation says otherwise. */
  readonly for?: OperationAudience;
  readonly operations: Ops;
  /**
   * Declarations of its refusals by name: those of its operations that differ from a plain 400, and those thrown by the
   * open API or background jobs.
   */
  readonly refusals?: RefusalDeclarations;
  readonly menu?: MenuEntry;
  readonly messages: Readonly<Record<Locale, Words<ResourceWords<Rec, Ops>>>>;
}

/** Declares a resource. URLs, permissions, menu, audit events and texts derive from it. */
export const defineResource = <const N extends string, Rec extends z.ZodObject, Ops extends Operations>(
  resource: Resource<N, Rec, Ops>,
): Resource<N, Rec, Ops> => {
  if (resource.refusals) declareRefusals(resource.name, resource.refusals);
  if (!resource.for) return resource;
  const owned = Object.entries(resource.operations).map(([name, one]) => [name, { for: resource.for, ...one }]);
  return { ...resource, operations: Object.fromEntries(owned) as Ops };
};

export type OperationName<R extends Resource> = keyof R["operations"] & string;
export type RecordOf<R extends Resource> = z.output<R["record"]>;
/** Input as sent by a caller. */
export type CallInput<O extends Operation> = z.input<O["input"]>;
/** Input as parsed for a handler. */
export type InputOf<O extends Operation> = z.output<O["input"]>;
/** Result for a caller. */
export type ResultOf<O extends Operation> = z.output<O["output"]>;

/** The operation's name: permission, audit event, mutation key. */
export const permissionOf = (resource: string, operation: string): string => `${resource}:${operation}`;

/** The operation's URL path. */
export const pathOf = (resource: Resource, operation: string): string =>
  `/api/${resource.name}/${resource.operations[operation]?.path ?? operation}`;

/** The operation `name`; an unknown one is a defect. */
export function operationOf(resource: Resource, name: string): Operation {
  const operation = resource.operations[name];
  if (!operation) throw new Error(`resource ${resource.name} has no operation ${name}`);
  return operation;
}
