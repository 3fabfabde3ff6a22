import { settlements } from "@countinghouse/contract/funds/settlements/settlements.ts";
import { implement } from "../../../platform/http/implement.ts";
import { pageLines, readBatch, readPosition, settlementCommands } from "./settlements.service.ts";
import { batchReads } from "./settlements.store.ts";

export const settlementsRoutes = implement(settlements, {
  ...batchReads,
  detail: readBatch,
  lines: pageLines,
  position: readPosition,
  ...settlementCommands,
});
