import { sysCache } from "@countinghouse/contract/operations/cache/cache.ts";
import { implement } from "../../../platform/http/implement.ts";
import {
  answerForCaches,
  forgetAll,
  forgetBeginning,
  forgetKey,
  listKeys,
  type Memories,
  readValue,
} from "./cache.service.ts";

/** Routes of the nodes' caches. */
export function buildCacheRoutes(memories: Memories) {
  answerForCaches(memories);
  return implement(sysCache, {
    keyList: (ctx, { prefix }) => listKeys(memories, ctx, prefix ?? ""),
    value: (ctx, { key }) => readValue(memories, ctx, key),
    delete: (ctx, { key }) => forgetKey(memories, ctx, key),
    deleteByPreKey: (ctx, { prefix }) => forgetBeginning(memories, ctx, prefix),
    clear: (ctx) => forgetAll(memories, ctx),
  });
}
