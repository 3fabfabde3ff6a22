import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";

/** A high quality that is still quick: each text is compressed once per encoding. */
const brotliQuality = 9;

const compressions = {
  br: (bytes: Buffer) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }),
  gzip: (bytes: Buffer) => gzipSync(bytes),
} as const;
type Compression = keyof typeof compressions;

/** Whether a client accepts an encoding: named, and not with weight 0 (RFC 9110, 12.5.3). */
const takes = (accepted: string, name: Compression): boolean =>
  accepted.split(",").some((part) => {
    const [coding = "", weight = ""] = part
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/);
    return coding === name && !/^q=0(?:\.0*)?$/.test(weight);
  });

/** Serves a public text in the best encoding that the client accepts; each encoding is compressed once. */
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
