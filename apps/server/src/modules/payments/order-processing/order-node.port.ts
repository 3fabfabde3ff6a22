import type { Actor } from "../../../platform/access/actor.ts";
import type { Context, RequestFacts } from "../../../platform/http/context.ts";
import type { JobSpine } from "../../../platform/jobs/job-context.ts";
import type { Platform } from "../../../platform/platform.ts";
import type { Connector } from "../../gateways/connector/index.ts";

/** What payments need of a node: a database to write to, and gateways to call. */
export interface OrderNode extends JobSpine {
  readonly platform: Platform;
  /** The connector of that code; a gateway account without one is a defect. */
  connectorOf(code: string): Connector;
}

/** In whose name something is done, and for which request. */
export interface Caller {
  readonly actor: Actor;
  readonly request: RequestFacts;
}

/** What a caller wants written in the transaction that writes what it asked for; `objectId` is what was made. */
export type Along = (ctx: Context, objectId: string) => Promise<void>;
