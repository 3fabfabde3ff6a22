import type { Actor } from "../../../platform/access/actor.ts";
import type { Context, RequestFacts } from "../../../platform/http/context.ts";
import type { JobRuntime } from "../../../platform/jobs/job-context.ts";
import type { Platform } from "../../../platform/platform.ts";
import type { Connector } from "../../gateways/connector/index.ts";

/** What payments need of a node: a database to write to, and gateways to call. */
export interface OrderNode extends JobRuntime {
  readonly platform: Platform;
  /** The connector of that code; a gateway account without one is a defect. */
  connectorOf(code: string): Connector;
}

/** Who asks for something, and by which request. */
export interface Requester {
  readonly actor: Actor;
  readonly request: RequestFacts;
}

/** What the caller wants written in the same transaction; `objectId` is the record that was made. */
export type SameTransactionWrite = (ctx: Context, objectId: string) => Promise<void>;
