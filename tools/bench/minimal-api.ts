// The minimal API on this stack, for comparison: one process, one pool, the same statements, no sign-in, no checks.
import Fastify from "fastify";
import pg from "pg";
import type { Statement } from "./recording.ts";

const pool = new pg.Pool({ connectionString: process.env.BENCH_DATABASE_URL, max: 16 });
const app = Fastify();

interface Asked {
  readonly statements: readonly Statement[];
  /** Page and total, which are independent. */
  readonly isList: boolean;
}

const works = new Map<string, Asked>();

app.put<{ Params: { name: string }; Body: Asked }>("/works/:name", async (request) => {
  works.set(request.params.name, request.body);
  return {};
});

app.post<{ Params: { name: string } }>("/works/:name", async (request, reply) => {
  const work = works.get(request.params.name);
  if (!work) return reply.code(404).send();
  const run = ({ text, values }: Statement) => pool.query(text, [...values]);
  if (work.isList) {
    const [page, count] = await Promise.all(work.statements.map(run));
    return { items: page?.rows.slice(0, 20), total: Number(count?.rows[0]?.count) };
  }
  const answers = [];
  for (const statement of work.statements) answers.push((await run(statement)).rows);
  return { answers };
});

const address = await app.listen({ host: "127.0.0.1", port: Number(process.env.PORT) });
process.once(
  "SIGTERM",
  () =>
    void app
      .close()
      .then(() => pool.end())
      .then(() => process.exit(0)),
);
process.stdout.write(`ready ${address}\n`);
