import type { FastifyInstance } from "fastify";

/** Where the console shows the job board. */
const boardPage = "/platform/job/dashboard";

/** The address of the schedule at this server leads to the console's job board; what it shows needs a sign-in there. */
export function serveJobBoard(app: FastifyInstance): void {
  app.get("/schedule", async (_request, reply) => reply.header("cache-control", "no-cache").redirect(boardPage, 302));
}
