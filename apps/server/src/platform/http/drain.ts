import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";

declare module "fastify" {
  interface FastifyInstance {
    /** Whether the node is on its way out: it answers what comes, is no longer ready, and keeps no connection. */
    isDraining: boolean;
  }
}

/**
 * Makes the server able to leave: from the moment it drains, every answer ends its connection. Kept for another request
 * it would be cut when the server closes, or hold the process for as long as the client was promised.
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

/** How long leaving may take, in milliseconds. */
export interface DrainTimes {
  /** For load balancers to notice that the node is not ready, while it still serves. */
  readonly noticeMs: number;
  /** For requests under way; what is still open then is cut. */
  readonly closeMs: number;
}

/** Lets load balancers turn away, then takes no more requests and lets those under way end. */
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
