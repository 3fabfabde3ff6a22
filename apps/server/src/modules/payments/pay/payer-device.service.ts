import type { FastifyReply, FastifyRequest } from "fastify";
import { randomSecret } from "../../../platform/crypto/random.ts";

const name = "payer_device";
const written = new RegExp(`(?:^|; )${name}=([A-Za-z0-9_-]{22})(?:;|$)`);
const yearSeconds = 31_536_000;

/**
 * The id by which gateways tell a payer's browser from others when they judge the risk of a payment: random, for a year, for
 * the payment page alone. It signs nobody in, and says nothing of who pays.
 */
export const payerDeviceOf = ({ headers: { cookie } }: FastifyRequest): string | undefined =>
  written.exec(cookie ?? "")?.[1];

/** Gives a browser that has none an id of its own. */
export function keepPayerDevice(request: FastifyRequest, reply: FastifyReply): void {
  if (payerDeviceOf(request)) return;
  const secure = request.protocol === "https" ? "; Secure" : "";
  const id = randomSecret(16);
  reply.header("set-cookie", `${name}=${id}; Path=/pay; Max-Age=${yearSeconds}; HttpOnly; SameSite=Lax${secure}`);
}
