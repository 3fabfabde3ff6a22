import type { FastifyReply } from "fastify";

/** Tells when whoever asked hears no answer any more. */
export function clientGone({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once("close", () => gone.abort());
  return gone.signal;
}
