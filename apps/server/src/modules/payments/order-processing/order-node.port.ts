import type { Actor } from "../../../platform/access/actor.ts";
import type { Context, RequestFacts } from "../../../platform/http/context.ts";
import type { JobRuntime } from "../../../platform/jobs/job-context.ts";
import type { Platform } from "../../../platform/platform.ts";
import type { Connector } from "../../gateways/connector/index.ts";

/** Dependencies of payments on a node: a database, and gateway connectors. */
export interface OrderNode extends JobRuntime {
  readonly platform: Platform;
  /** The connector with that code; a gateway account without one is a defect. */
  connectorOf(code: string): Connector;
}

/** The caller and its request. */
export interface Requester {
  readonly actor: Actor;
  readonly request: RequestFacts;
}

/** The caller's own write in the same transaction; `objectId` is the created record. */
export type SameTransactionWrite = (ctx: Context, objectId: string) => Promise<void>;
