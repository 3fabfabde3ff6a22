import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";

declare module "fastify" {
  interface FastifyInstance {
    /**
     * Whether the node is shutting down: it still answers requests, reports not ready, and keeps no connection alive.
     */
    isDraining: boolean;
  }
}

/**
 * Lets the server shut down: while it drains, every answer closes its connection. A connection kept alive would be cut
 * when the server closes, or delay the exit for the whole keep-alive time.
 */
export function registerDrain(app: FastifyInstance): void {
  app.decorate("isDraining", false);
  app.addHook("preClose", async () => {
    app.isDraining = true;
  });
  app.addHook("onSend", async (_request, reply) => {
    if (app.isDraining) reply.header("connection", "close");
  });
}

/** Time limits of a shutdown, in milliseconds. */
export interface DrainTimes {
  /** Time for load balancers to notice that the node is not ready, while it still serves. */
  readonly noticeMs: number;
  /** Time for requests in progress; connections still open then are cut. */
  readonly closeMs: number;
}

/**
 * Reports not ready until load balancers have noticed, then stops accepting requests and waits for those in progress.
 */
export async function drain(app: FastifyInstance, { noticeMs, closeMs }: DrainTimes): Promise<void> {
  app.isDraining = true;
  if (noticeMs > 0) await sleep(noticeMs);
  const cut = setTimeout(() => app.server.closeAllConnections(), closeMs);
  try {
    await app.close();
  } finally {
    clearTimeout(cut);
  }
}
