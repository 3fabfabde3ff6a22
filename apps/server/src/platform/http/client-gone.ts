import type { FastifyReply } from "fastify";

/** Signal that the client has disconnected before its answer. */
export function clientGone({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once("close", () => gone.abort());
  return gone.signal;
}
