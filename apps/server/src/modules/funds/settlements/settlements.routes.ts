import { settlements } from "@countinghouse/contract/funds/settlements/settlements.ts";
import { implement } from "../../../platform/http/implement.ts";
import type { Reserve } from "./settlement-close.service.ts";
import { pageLines, readBatch, readPosition, settlementCommands } from "./settlements.service.ts";
import { batchReads } from "./settlements.store.ts";

export const buildSettlementsRoutes = (reserve: Reserve) =>
  implement(settlements, {
    ...batchReads,
    detail: readBatch,
    lines: pageLines,
    position: readPosition,
    ...settlementCommands(reserve),
  });
