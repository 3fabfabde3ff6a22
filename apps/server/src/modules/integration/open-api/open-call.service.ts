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
import { openContext, type Spine } from "../../../platform/http/open-context.ts";
import type { Platform } from "../../../platform/platform.ts";
import type { AppCaller } from "../../merchants/coin-app/index.ts";

/** Who calls: a merchant's server for all of its app, or a payer's browser for one order. */
export type OpenCaller =
  | { readonly kind: "server"; readonly app: AppCaller }
  | { readonly kind: "payer"; readonly app: AppCaller; readonly orderNo: string };

/** Everything a handler of the open API may use. */
export interface OpenCall {
  readonly platform: Platform;
  readonly spine: Spine;
  readonly app: AppCaller;
  readonly actor: Actor;
  readonly request: RequestFacts;
  /** Asked by the payer's browser, which is shown nothing of what the merchant pays us. */
  readonly isPayer: boolean;
  readonly now: Date;
  /** The same request was begun before and had no final answer. */
  readonly isRepeat: boolean;
  /** Reads outside a transaction, inside the merchant's scope. */
  readonly reading: Context;
  /** Runs `work` in one transaction, inside the merchant's scope. */
  transact<R>(work: (ctx: Context) => Promise<R>): Promise<R>;
  /** Changes settings in one transaction, with an audit record of who did it and what it was before. */
  change<R>(input: unknown, work: (ctx: Context) => Promise<R>): Promise<R>;
  /** The outcome is not known yet: the answer is not kept, and the same request sent again shows how things stand. */
  leaveOpen(): void;
}

/** One function for every call that is declared; leaving one out does not compile. */
export type OpenHandlers = {
  readonly [K in keyof typeof openOperations]: (
    call: OpenCall,
    input: OpenInput<(typeof openOperations)[K]>,
  ) => Promise<OpenAnswer<(typeof openOperations)[K]>>;
};

/** A call with its function, whatever their types. */
export interface BoundOpenOperation {
  readonly name: string;
  readonly operation: OpenOperation;
  readonly handler: (call: OpenCall, input: never) => Promise<unknown>;
}

/** What a call is made of. */
export interface CallParts {
  readonly platform: Platform;
  readonly spine: Spine;
  readonly caller: OpenCaller;
  readonly request: RequestFacts;
  readonly isRepeat: boolean;
  /** Name of the call. */
  readonly name: string;
  leaveOpen(): void;
}

/** A call in the merchant's name. */
export function openCall({ platform, spine, caller, request, isRepeat, name, leaveOpen }: CallParts): OpenCall {
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
    isRepeat,
    reading: openContext(spine, transacting, spine.db).ctx,
    transact: (work) => transact(spine, { actor, request }, work),
    change: (input, work) => transact(spine, { actor, request, audit: { event: `openApi.${name}`, input } }, work),
    leaveOpen,
  };
}

/** Joins every declared call with its function. */
export const bindOpenOperations = (handlers: OpenHandlers): readonly BoundOpenOperation[] =>
  openOperationList.map(([name, operation]) => ({
    name,
    operation,
    handler: handlers[name] as BoundOpenOperation["handler"],
  }));
