import helmet, { type FastifyHelmetOptions } from "@fastify/helmet";
import Fastify, { type FastifyInstance } from "fastify";

/** What every answer has of its own. */
const own = new Set(["connection", "content-length", "content-type", "date"]);

/**
 * Sends the headers of helmet with every answer. Helmet works them out anew for each, which takes longer than looking an
 * order up; they are the same for all, so it is asked once.
 */
export async function sendSecurityHeaders(app: FastifyInstance, options: FastifyHelmetOptions): Promise<void> {
  const asked = Fastify();
  await asked.register(helmet, { ...options, global: true });
  asked.get("/", async () => "");
  const answer = await asked.inject("/");
  await asked.close();
  const headers = Object.entries(answer.headers).filter(([name]) => !own.has(name)) as [string, string][];
  app.addHook("onRequest", (_request, reply, done) => {
    for (const [name, value] of headers) reply.raw.setHeader(name, value);
    done();
  });
}
