import type {
  OpenAnswer,
  OpenInput,
  OpenOperation,
} from "@countinghouse/contract/integration/open-api/open-operation.ts";
import {
  openOperationList,
  type openOperations,
} from "@countinghouse/contract/integration/open-api/open-operations.ts";
import { type Actor, appActor } from "../../../platform/access/actor.ts";
import { transact } from "../../../platform/db/transact.ts";
import type { Context, RequestFacts } from "../../../platform/http/context.ts";
import { openContext, type Runtime } from "../../../platform/http/open-context.ts";
import type { Platform } from "../../../platform/platform.ts";
import type { AppCaller } from "../../merchants/coin-app/index.ts";

/** The caller: a merchant's server with access to its app, or a payer's browser with access to one order. */
export type OpenCaller =
  | { readonly kind: "server"; readonly app: AppCaller }
  | { readonly kind: "payer"; readonly app: AppCaller; readonly orderNo: string };

/** Everything a handler of the open API may use. */
export interface OpenCall {
  readonly platform: Platform;
  readonly spine: Runtime;
  readonly app: AppCaller;
  readonly actor: Actor;
  readonly request: RequestFacts;
  /** Called by the payer's browser, which is not shown what the merchant pays us. */
  readonly isPayer: boolean;
  readonly now: Date;
  /** Reads outside a transaction, inside the merchant's scope. */
  readonly reading: Context;
  /** Runs `work` in one transaction, inside the merchant's scope. */
  transact<R>(work: (ctx: Context) => Promise<R>): Promise<R>;
  /** Changes settings in one transaction, with an audit record of the caller and the previous values. */
  change<R>(input: unknown, work: (ctx: Context) => Promise<R>): Promise<R>;
  /**
   * Binds the request's idempotency key to the object that `ctx`'s transaction creates: an order, an attempt or a
   * capture, by id.
   */
  bind(ctx: Context, objectId: string): Promise<void>;
  /** Whether the transaction that bound the key was committed, in case its answer was lost. */
  isBound(): Promise<boolean>;
}

/** One function for every call that is declared; leaving one out does not compile. */
export type OpenHandlers = {
  readonly [K in keyof typeof openOperations]: (
    call: OpenCall,
    input: OpenInput<(typeof openOperations)[K]>,
  ) => Promise<OpenAnswer<(typeof openOperations)[K]>>;
};

/** Shows the object of an earlier request again; `objectId` is bound to its key. */
export type ShowBoundObject = (call: OpenCall, objectId: string) => Promise<unknown>;

/** A call with its function, whatever their types. */
export interface BoundOpenOperation {
  readonly name: string;
  readonly operation: OpenOperation;
  readonly handler: (call: OpenCall, input: never) => Promise<unknown>;
  /** For calls whose handler binds the key. */
  readonly show?: ShowBoundObject | undefined;
}

/** What a call is made of. */
export interface CallParts {
  readonly platform: Platform;
  readonly spine: Runtime;
  readonly caller: OpenCaller;
  readonly request: RequestFacts;
  /** Name of the call. */
  readonly name: string;
  readonly binding: KeyBinding;
}

/** How a call's key is bound. */
export type KeyBinding = Pick<OpenCall, "bind" | "isBound">;

/** For calls without an idempotency key: nothing is bound. */
export const bindsNothing: KeyBinding = { bind: async () => {}, isBound: async () => false };

/** A call in the merchant's name. */
export function openCall({ platform, spine, caller, request, name, binding }: CallParts): OpenCall {
  const { app } = caller;
  const actor = appActor(app);
  const transacting = { actor, request, setHeader: () => {} };
  return {
    platform,
    spine,
    app,
    actor,
    request,
    isPayer: caller.kind === "payer",
    now: spine.clock.now(),
    reading: openContext(spine, transacting, spine.db).ctx,
    transact: (work) => transact(spine, { actor, request }, work),
    change: (input, work) => transact(spine, { actor, request, audit: { event: `openApi.${name}`, input } }, work),
    ...binding,
  };
}

/** Joins every declared call with its handler, and with the function that shows its bound object. */
export const bindOpenOperations = (
  handlers: OpenHandlers,
  shows: Readonly<Partial<Record<keyof OpenHandlers, ShowBoundObject>>>,
): readonly BoundOpenOperation[] =>
  openOperationList.map(([name, operation]) => ({
    name,
    operation,
    handler: handlers[name],
    show: shows[name],
  }));
