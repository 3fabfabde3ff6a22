import type { FastifyReply } from "fastify";
import { StockRefusal } from "./stock-call.ts";

/** Uploads that a node holds in memory concurrently. */
const most = 2;

/** Counts uploads while they last, because each is in memory whole before it goes on in parts: one for each person. */
export function uploadGate() {
  const running = new Set<number>();
  return {
    enter(userId: number, reply: FastifyReply, words: () => string): void {
      if (running.size >= most || running.has(userId))
        throw new StockRefusal(429, words(), { headers: { "retry-after": "2" } });
      running.add(userId);
      reply.raw.once("close", () => running.delete(userId));
    },
  };
}
