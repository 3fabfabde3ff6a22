import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { FastifyInstance } from "fastify";
import type { Spine } from "../../../platform/http/open-context.ts";
import { factsOfRequest } from "../../../platform/http/request-facts.ts";
import type { Platform } from "../../../platform/platform.ts";
import { receiveNotification } from "./inbound.service.ts";

/** Longest notification that is taken in. */
export const notificationBytesMax = 262_144;

/**
 * Where gateways send their notifications, each account to an address of its own. The body is taken as bytes, whatever
 * it says it is: a proof is over bytes. An address nobody has answers as any other that does not exist.
 */
export function receiveGatewayNotifications(app: FastifyInstance, platform: Platform, enqueue: Spine["enqueue"]): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    scope.post<{ Params: { token: string } }>(
      "/hooks/gateway/:token",
      { bodyLimit: notificationBytesMax, config: { hidesPath: true } },
      async (request, reply) => {
        const facts = factsOfRequest(request);
        const receipt = await receiveNotification(
          platform,
          { db: platform.db, clock: platform.clock, enqueue },
          {
            token: request.params.token,
            body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
            request: { ...facts, path: "/hooks/gateway" },
          },
        );
        if (receipt === "unknown") throw refuse("platform.routeNotFound", { method: facts.method, path: facts.path });
        if (receipt === "unproven") throw refuse("platform.unauthenticated");
        return reply.header("cache-control", "no-store").send({ received: true });
      },
    );
  });
}
