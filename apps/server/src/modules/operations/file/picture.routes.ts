import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { FastifyInstance } from "fastify";
import type { Platform } from "../../../platform/platform.ts";
import { filePartName } from "./file.policy.ts";
import { findReadyPicture } from "./file.store.ts";

const pictureName = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(?:png|jpg|webp)$/;

/** Serves profile pictures at unguessable addresses. No folder is served, so there is no path traversal. */
export function servePictures(app: FastifyInstance, { db, files }: Pick<Platform, "db" | "files">): void {
  app.get<{ Params: { name: string } }>("/upload/picture/:name", async (request, reply) => {
    const [, storeKey] = pictureName.exec(request.params.name) ?? [];
    const row = storeKey === undefined ? undefined : await findReadyPicture(db, storeKey);
    const stored = row && (await files.read(filePartName(row.storeKey, 1)));
    if (!stored)
      throw refuse("platform.routeNotFound", { method: request.method, path: request.url.split("?", 1)[0] ?? "" });
    reply.header("content-security-policy", "default-src 'none'; sandbox");
    reply.header("cache-control", "private, max-age=86400, immutable");
    reply.type(row.contentType);
    return reply.send(stored.content);
  });
}
