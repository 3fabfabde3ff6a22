import { Transform } from "node:stream";
import { type Refusal, refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { FastifyRequest, RequestPayload } from "fastify";

/** What is said of a body above so many bytes. */
export const tooLarge = (most: number): Refusal =>
  refuse("platform.bodyTooLarge", { limit: `${Math.floor(most / 1_024)} KB` });

/** Refuses a body that says that it is too long. */
export function refuseLarge(request: FastifyRequest, most: number): void {
  if (Number(request.headers["content-length"] ?? 0) > most) throw tooLarge(most);
}

/** Counts the bytes of a body that does not say how long it is, and ends it where it is too long. */
export function metered(body: RequestPayload, most: number): RequestPayload {
  let seen = 0;
  const meter = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      seen += chunk.length;
      if (seen > most) done(tooLarge(most));
      else done(null, chunk);
    },
  });
  // The rest stays unread: whoever sent it is still there to be answered.
  body.on("error", (error) => meter.destroy(error));
  return body.pipe(meter);
}
