import type { ResourceRoutes } from "../../../platform/http/implement.ts";
import { assertOperator } from "./merchant.policy.ts";

/**
 * Keeps a resource's operations from whoever signs in for a merchant, whatever the role holds. `open` names the
 * operations that are for everyone.
 */
export const forOperators = (routes: ResourceRoutes, open: readonly string[] = []): ResourceRoutes => ({
  ...routes,
  handlers: Object.fromEntries(
    Object.entries(routes.handlers).map(([name, handler]) => [name, open.includes(name) ? handler : guarded(handler)]),
  ),
});

type Handler = ResourceRoutes["handlers"][string];

/** The same handler behind the question. What hangs on it, such as the source of an export, stays there. */
const guarded = (handler: Handler): Handler =>
  Object.assign<Handler, Handler>(async (ctx, input) => {
    assertOperator(ctx.actor);
    return handler(ctx, input);
  }, handler);
