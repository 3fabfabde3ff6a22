import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { FastifyInstance } from "fastify";
import type { Platform } from "../../../platform/platform.ts";
import { logoName } from "./config.service.ts";
import { findAsset } from "./config.store.ts";

/** Default until the site has a logo. */
const defaultLogo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 28 28"><title>Countinghouse</title><rect width="28" height="28" rx="6" fill="#182430"/><g fill="none" stroke="#fff" stroke-width="1.75" stroke-linecap="round"><path d="M4 7.500h20M4 14h20M4 20.500h20" opacity=".45"/></g><g fill="#fff"><rect x="6" y="4.500" width="4" height="6" rx="1.500"/><rect x="11.500" y="4.500" width="4" height="6" rx="1.500"/><rect x="17.500" y="11" width="4" height="6" rx="1.500"/><rect x="6" y="17.500" width="4" height="6" rx="1.500"/><rect x="17.500" y="17.500" width="4" height="6" rx="1.500" fill="#6FA5DB"/></g></svg>`;

const logoFile = /^logo\.(?:png|jpg|webp|svg)$/;

/**
 * Serves the site's logo at the addresses known to settings and published clients. Every other path below `/upload/` is
 * not found: no folder is served, so there is no path traversal.
 */
export function serveSiteAssets(app: FastifyInstance, { db }: Pick<Platform, "db">): void {
  app.get<{ Params: { name: string } }>("/upload/:name", async (request, reply) => {
    if (!logoFile.test(request.params.name)) {
      throw refuse("platform.routeNotFound", { method: request.method, path: request.url.split("?", 1)[0] ?? "" });
    }
    const asset = await findAsset({ db }, logoName);
    // Content security policy for an image opened by itself: no scripts, loads or frames.
    reply.header("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox");
    reply.header("cache-control", "public, max-age=300");
    reply.header("etag", `"${asset?.checksum ?? "default"}"`);
    reply.type(asset?.contentType ?? "image/svg+xml");
    return reply.send(asset?.content ?? Buffer.from(defaultLogo));
  });
}
