import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { FastifyInstance } from "fastify";
import { installationKeys } from "../../../platform/crypto/installation-keys.ts";
import { clientGone } from "../../../platform/http/client-gone.ts";
import type { Runtime } from "../../../platform/http/open-context.ts";
import { factsOfRequest } from "../../../platform/http/request-facts.ts";
import { FairGate } from "../../../platform/load/fair-gate.ts";
import type { Platform } from "../../../platform/platform.ts";
import { receiveNotification } from "./inbound.service.ts";

/** Longest accepted notification, in bytes. */
export const notificationBytesMax = 262_144;

/** How long a notification waits for a place, in milliseconds: gateways time out after some ten seconds. */
const waitMs = 5_000;

/** Most notifications waiting on a node: in total, and per account. */
const waiting = 512;
const waitingEach = 256;

/** Gateways retry what was not acknowledged: nothing is lost. */
const retryAfter = { headers: { "Retry-After": "5" } } as const;

/**
 * Receives gateway notifications, each account at an address of its own. The body is read as bytes, whatever its
 * content type, because signatures cover bytes. An unknown address is answered like any missing path. Notifications
 * use a quarter of the node's database connections at most; one without a place is answered `platform.serviceBusy`
 * (503) with `Retry-After`.
 */
export function receiveGatewayNotifications(
  app: FastifyInstance,
  platform: Platform,
  enqueue: Runtime["enqueue"],
): void {
  const inside = Math.max(1, Math.floor(platform.config.databasePoolMax / 4));
  const gate = new FairGate({ inside, insideEach: inside, waiting, waitingEach, waitMs });
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    scope.post<{ Params: { token: string } }>(
      "/hooks/gateway/:token",
      { bodyLimit: notificationBytesMax, config: { hidesPath: true } },
      async (request, reply) => {
        const facts = factsOfRequest(request);
        const entry = await gate.enter(request.params.token, clientGone(reply));
        if (!entry.isInside) throw refuse("platform.serviceBusy", {}, retryAfter);
        const receipt = await receiveNotification(
          platform,
          { db: platform.db, clock: platform.clock, seals: installationKeys(platform.secret).seals, enqueue },
          {
            token: request.params.token,
            body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
            request: { ...facts, path: "/hooks/gateway" },
          },
        ).finally(entry.leave);
        if (receipt === "unknown") throw refuse("platform.routeNotFound", { method: facts.method, path: facts.path });
        if (receipt === "unproven") throw refuse("platform.unauthenticated");
        return reply.header("cache-control", "no-store").send({ received: true });
      },
    );
  });
}
