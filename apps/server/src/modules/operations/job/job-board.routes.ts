import type { FastifyInstance } from "fastify";
import { factsOfRequest } from "../../../platform/http/request-facts.ts";
import { boardShell } from "./job-board.page.ts";
import { boardScript } from "./job-board.script.page.ts";
import { boardStyle } from "./job-board.style.page.ts";

/** Allows nothing but the page's own script, its own style and questions to its own server. */
const contentPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "frame-ancestors 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

/**
 * The job board as a page of its own, which the console frames. The page itself holds nothing that needs a sign-in: a
 * browser that opens an address sends no token with it, so the page's script asks for the rest.
 */
export function serveJobBoard(app: FastifyInstance): void {
  app.get("/schedule", async (request, reply) =>
    reply
      .header("content-security-policy", contentPolicy)
      .header("cache-control", "no-cache")
      .type("text/html; charset=utf-8")
      .send(boardShell(factsOfRequest(request).locale)),
  );
  app.get("/schedule/page.js", async (_request, reply) =>
    reply.header("cache-control", "no-cache").type("text/javascript; charset=utf-8").send(boardScript),
  );
  app.get("/schedule/page.css", async (_request, reply) =>
    reply.header("cache-control", "no-cache").type("text/css; charset=utf-8").send(boardStyle),
  );
}
