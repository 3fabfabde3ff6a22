import helmet, { type FastifyHelmetOptions } from "@fastify/helmet";
import Fastify, { type FastifyInstance } from "fastify";

/** Headers that differ from answer to answer. */
const own = new Set(["connection", "content-length", "content-type", "date"]);

/**
 * Sends helmet's headers with every answer. They are the same for all answers, so they are computed once: helmet takes
 * longer per answer than an order look-up.
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
