import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";

/** Good and still quick: it is done once for each way of compressing. */
const brotliQuality = 9;

const compressions = {
  br: (bytes: Buffer) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }),
  gzip: (bytes: Buffer) => gzipSync(bytes),
} as const;
type Compression = keyof typeof compressions;

/** Whether a client takes a compression: it names it, and not with a weight of nought (RFC 9110, 12.5.3). */
const takes = (accepted: string, name: Compression): boolean =>
  accepted.split(",").some((part) => {
    const [coding = "", weight = ""] = part
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/);
    return coding === name && !/^q=0(?:\.0*)?$/.test(weight);
  });

/** A text that anybody may ask for, sent as its bytes in the best compression that the client takes; nothing is done twice. */
export function compressedOnce(text: string): (request: FastifyRequest, reply: FastifyReply) => FastifyReply {
  const plain = Buffer.from(text);
  const made = new Map<Compression, Buffer>();
  return (request, reply) => {
    const accepted = String(request.headers["accept-encoding"] ?? "");
    const coding = (Object.keys(compressions) as Compression[]).find((name) => takes(accepted, name));
    if (!coding) return reply.send(plain);
    const bytes = made.get(coding) ?? compressions[coding](plain);
    made.set(coding, bytes);
    return reply.header("content-encoding", coding).send(bytes);
  };
}
