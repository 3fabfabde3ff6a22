import type { InputOf, Resource, ResultOf } from "@countinghouse/contract/kit/resource.ts";
import { rememberList } from "../db/name-order.ts";
import type { Context } from "./context.ts";

/** One handler per operation of the resource. */
export type Handlers<R extends Resource> = {
  readonly [K in keyof R["operations"]]: (
    ctx: Context,
    input: InputOf<R["operations"][K]>,
  ) => Promise<ResultOf<R["operations"][K]>>;
};

export interface ResourceRoutes {
  readonly resource: Resource;
  readonly handlers: Readonly<Record<string, (ctx: Context, input: never) => Promise<unknown>>>;
}

/** Binds a resource to its handlers; a missing or an extra handler does not compile. */
export function implement<R extends Resource>(resource: R, handlers: Handlers<R>): ResourceRoutes {
  rememberList(resource);
  return { resource, handlers };
}
