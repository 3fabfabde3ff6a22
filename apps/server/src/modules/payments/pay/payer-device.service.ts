import type { FastifyReply, FastifyRequest } from "fastify";
import { randomSecret } from "../../../platform/crypto/random.ts";

const name = "payer_device";
const written = new RegExp(`(?:^|; )${name}=([A-Za-z0-9_-]{22})(?:;|$)`);
const yearSeconds = 31_536_000;

/**
 * Device id that gateways use to judge a payment's risk: random, stored for a year, for the payment page only. It
 * authenticates nobody and reveals nothing about the payer.
 */
export const payerDeviceOf = ({ headers: { cookie } }: FastifyRequest): string | undefined =>
  written.exec(cookie ?? "")?.[1];

/** Sets a device id for a browser without one. */
export function keepPayerDevice(request: FastifyRequest, reply: FastifyReply): void {
  if (payerDeviceOf(request)) return;
  const secure = request.protocol === "https" ? "; Secure" : "";
  const id = randomSecret(16);
  reply.header("set-cookie", `${name}=${id}; Path=/pay; Max-Age=${yearSeconds}; HttpOnly; SameSite=Lax${secure}`);
}
