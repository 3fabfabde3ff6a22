import type { Readable } from "node:stream";
import type { FastifyReply } from "fastify";

/** A file that a handler returns instead of an envelope. */
export interface FileAnswer {
  readonly kind: "file";
  readonly name: string;
  readonly contentType: string;
  readonly content: Readable | Buffer;
  readonly bytes?: number;
  /** Shown in the browser instead of downloaded; only for types that cannot run scripts. */
  readonly inline?: boolean;
}

export const isFileAnswer = (result: unknown): result is FileAnswer =>
  typeof result === "object" && result !== null && (result as { kind?: unknown }).kind === "file";

/** Sends a file with a file name that works in every language (RFC 6266, RFC 8187). */
export function answerFile(reply: FastifyReply, file: FileAnswer): FastifyReply {
  const ascii = file.name.replace(/[^\x20-\x7e]|["\\]/g, "_");
  const disposition = `${file.inline ? "inline" : "attachment"}; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(file.name)}`;
  reply.header("content-type", file.contentType).header("content-disposition", disposition);
  if (file.bytes !== undefined) reply.header("content-length", file.bytes);
  return reply.send(file.content);
}
