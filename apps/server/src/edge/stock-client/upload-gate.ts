import type { FastifyReply } from "fastify";
import { StockRefusal } from "./stock-call.ts";

/** Uploads that a node holds in memory concurrently. */
const most = 2;

/** Counts running uploads: each is held in memory before it is stored in parts. */
export function uploadGate() {
  let running = 0;
  return {
    enter(reply: FastifyReply, words: () => string): void {
      if (running >= most) throw new StockRefusal(429, words(), { headers: { "retry-after": "2" } });
      running += 1;
      reply.raw.once("close", () => {
        running -= 1;
      });
    },
  };
}
