import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Payment } from "../book.ts";
import { behaviourOf } from "../card-table.ts";
import { payerAnswered } from "../payments.ts";
import type { World } from "../world.ts";
import { type PayerLocale, payerLocale } from "./payer.messages.ts";
import { askPage, type PayerResult, payerPageHeaders, resultPage } from "./payer-page.ts";
import { idShape, read } from "./wire.ts";

const localeOf = (request: FastifyRequest): PayerLocale =>
  payerLocale(
    read(z.object({ lang: z.string().max(16).optional() }), request.query).lang,
    request.headers["accept-language"],
  );

/** Pages of the issuer and of the wallet. Whoever holds the address is the payer, as with the real ones. */
export function payerRoutes(app: FastifyInstance, world: World): void {
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string", bodyLimit: 4_096 },
    (_, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  const waiting = (request: FastifyRequest): Payment | undefined => {
    const payment = world.book.payments.get(read(idShape, request.params).id);
    return payment?.status === "requires_action" ? payment : undefined;
  };
  for (const path of ["/challenge/:id", "/wallet/:id", "/qr/:id", "/voucher/:id"]) {
    app.get(path, async (request, reply) => {
      const payment = waiting(request);
      const locale = localeOf(request);
      const page = payment ? askPage(locale, payment) : resultPage(locale, "unknown", null);
      return reply
        .code(payment ? 200 : 404)
        .headers(payerPageHeaders)
        .send(page);
    });
    app.post(path, async (request, reply) => {
      const payment = waiting(request);
      const locale = localeOf(request);
      if (!payment)
        return reply
          .code(404)
          .headers(payerPageHeaders)
          .send(resultPage(locale, "unknown", null));
      const { code } = read(z.object({ code: z.string().min(1).max(16) }), request.body);
      const isStuck = behaviourOf(payment.card?.scenario ?? "")?.threeDs === "abandoned";
      const isApproved = code !== "0000";
      payerAnswered(world, payment, isApproved);
      if (payment.returnUrl && !isStuck) return reply.redirect(payment.returnUrl, 303);
      const result: PayerResult = isStuck ? "waiting" : isApproved ? "approved" : "refused";
      return reply.headers(payerPageHeaders).send(resultPage(locale, result, null));
    });
  }
}
