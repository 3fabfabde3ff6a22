import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { airwallexDispute } from "../airwallex-view.ts";
import type { Account, Dispute } from "../book.ts";
import { acceptDispute, defendDispute } from "../disputes.ts";
import { found } from "../fault.ts";
import { done, look, once } from "../idempotency.ts";
import type { World } from "../world.ts";
import { tokenAccount } from "./airwallex-token.ts";
import { idShape, read, referenceShape } from "./wire.ts";

const path = "/api/v1/pa/payment_disputes";
const acceptShape = z.object({ request_id: referenceShape });
const challengeShape = acceptShape.extend({ supporting_documents: z.record(z.string(), z.unknown()).default({}) });
/** Pages go by a cursor: here, how many disputes stand before the page. */
const pageShape = z.object({
  page: z.coerce.number().int().min(0).default(0),
  size: z.coerce.number().int().min(1).max(200).default(20),
  payment_intent_id: referenceShape.optional(),
});

/** The Airwallex-shaped calls about disputes. */
export function airwallexDisputeRoutes(app: FastifyInstance, world: World): void {
  const { disputes } = world.book;
  const disputeOf = (account: Account, request: FastifyRequest): Dispute =>
    found(disputes.get(read(idShape, request.params).id), account.id, "payment dispute");
  const view = (dispute: Dispute) => airwallexDispute(world, dispute);

  app.get(`${path}/:id`, async (request) => {
    const account = tokenAccount(world, request);
    return look(world, account, () => view(disputeOf(account, request)));
  });
  app.get(path, async (request) => {
    const account = tokenAccount(world, request);
    const { page, size, payment_intent_id: intentId } = read(pageShape, request.query);
    const own = [...disputes.values()]
      .filter(({ accountId }) => accountId === account.id)
      .map(view)
      .filter((shown) => intentId === undefined || shown.payment_intent_id === intentId)
      .reverse();
    return look(world, account, () => ({
      items: own.slice(page, page + size),
      ...(own.length > page + size && { page_after: String(page + size) }),
      ...(page > 0 && { page_before: String(Math.max(0, page - size)) }),
    }));
  });

  const answers = (verb: string, work: (dispute: Dispute, body: unknown) => void): void => {
    app.post(`${path}/:id/${verb}`, async (request) => {
      const account = tokenAccount(world, request);
      const dispute = disputeOf(account, request);
      const { request_id: key } = read(acceptShape, request.body);
      await once(world, account, { operation: request.url, key, body: request.body }, () => {
        work(dispute, request.body);
        return done(dispute);
      });
      return view(dispute);
    });
  };
  answers("accept", (dispute) => acceptDispute(world, dispute));
  answers("challenge", (dispute, body) => {
    const { supporting_documents: documents } = read(challengeShape, body);
    defendDispute(world, dispute, Object.keys(documents).length);
  });
}
