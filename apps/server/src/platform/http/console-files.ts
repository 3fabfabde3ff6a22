import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

const yearSeconds = 31_536_000;

/**
 * Whether a request asks for a page of the console rather than for data or a file. Only the path decides: filters of a
 * list stand in the query, and a value there may look like a file name.
 */
function isPage({ method, url, headers }: FastifyRequest): boolean {
  const [path = ""] = url.split("?", 1);
  return (
    (method === "GET" || method === "HEAD") &&
    !/^\/(api|v1|pay)\//i.test(path) &&
    !/\.[a-z0-9]{1,8}$/i.test(path) &&
    /text\/html|\*\/\*/.test(headers.accept ?? "*/*")
  );
}

/** Answers a page of the console; false when the request asks for something else. */
export type AnswerPage = (request: FastifyRequest, reply: FastifyReply) => FastifyReply | undefined;

/**
 * Serves the built console: hashed assets are cached for a year, the page itself never, and every path below it gets
 * the same page, because the console routes in the browser. Without a build only the API answers.
 */
export async function serveConsole(app: FastifyInstance, root: string): Promise<AnswerPage> {
  const page = join(root, "index.html");
  if (!existsSync(page)) return () => undefined;
  const html = await readFile(page);
  await app.register(fastifyStatic, {
    root,
    index: false,
    wildcard: true,
    cacheControl: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      const isHashed = path.includes("/assets/");
      reply.header("cache-control", isHashed ? `public, max-age=${yearSeconds}, immutable` : "public, max-age=3600");
    },
  });
  const answer = (reply: FastifyReply): FastifyReply =>
    reply.code(200).header("cache-control", "no-cache").type("text/html; charset=utf-8").send(html);
  // The root folder itself, which the plugin would refuse to list.
  app.get("/", (_request, reply) => answer(reply));
  return (request, reply) => (isPage(request) ? answer(reply) : undefined);
}
