import type { FastifyReply, FastifyRequest } from "fastify";

const allowedHeaders =
  "authorization, x-authorization, content-type, accept-language, x-clientid, x-requested-with, x-signalr-user-agent";
const exposedHeaders = "content-disposition, x-pagination, access-token, x-access-token, x-request-id";

/** Whether a page of that origin may call: our own origin, or the configured one. */
export const isAllowedOrigin = (origin: string | undefined, allowed: string | undefined): boolean =>
  origin !== undefined && origin === allowed;

/**
 * Lets pages of the configured origin read an answer. Browser credentials are never allowed: tokens are sent as
 * headers.
 */
export function allowOrigin(
  reply: FastifyReply,
  { headers: { origin } }: FastifyRequest,
  allowed: string | undefined,
): void {
  if (!isAllowedOrigin(origin, allowed)) return;
  reply.header("access-control-allow-origin", origin).header("access-control-expose-headers", exposedHeaders);
  reply.header("cross-origin-resource-policy", "cross-origin");
}

/** Answers a CORS preflight request. Other origins get no permission, which blocks their call. */
export function answerPreflight(
  reply: FastifyReply,
  { headers: { origin } }: FastifyRequest,
  allowed: string | undefined,
): FastifyReply {
  if (isAllowedOrigin(origin, allowed))
    reply
      .header("access-control-allow-methods", "GET, POST")
      .header("access-control-allow-headers", allowedHeaders)
      .header("access-control-max-age", "600");
  return reply.code(204).send();
}
