import { type NodeUse, sysServer } from "@countinghouse/contract/operations/server/server.ts";
import { implement } from "../../../platform/http/implement.ts";
import type { Platform } from "../../../platform/platform.ts";
import { libraries } from "./libraries.service.ts";
import { nodeDeskOf } from "./node-desk.service.ts";
import { figuresOf, shownNodes } from "./node-presence.service.ts";
import { readDatabase, readHistory, readQueues } from "./server.store.ts";

const usesAsked = "uses";

/** Routes of the installation's nodes, database and queues. */
export function buildServerRoutes(platform: Platform) {
  const desk = nodeDeskOf(platform);
  const figures = figuresOf(platform);
  desk.answers(usesAsked, () => figures.read());
  const uses = () => desk.ask<NodeUse>(usesAsked, {});
  return implement(sysServer, {
    serverBase: (ctx) => shownNodes(ctx, platform),
    serverUsed: async (ctx) => {
      const { answers, silent } = await uses();
      return {
        now: ctx.now.toISOString(),
        nodes: answers.map(({ id, name, answer }) => ({ ...answer, id, name })),
        silent: [...silent],
        database: await readDatabase(ctx.db),
        queues: await readQueues(ctx.db),
      };
    },
    serverDisk: async () => {
      const { answers } = await uses();
      return answers.map(({ id, name, answer: { diskTotal, diskUsed } }) => ({
        id,
        name,
        total: diskTotal,
        used: diskUsed,
        free: diskTotal - diskUsed,
      }));
    },
    history: (ctx) => readHistory(ctx.db, ctx.now),
    assemblyList: async () => [{ name: "node", version: process.versions.node }, ...libraries()],
  });
}
