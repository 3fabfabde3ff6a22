import { bankLine } from "@countinghouse/contract/funds/bank-statement/bank-line.ts";
import { bankStatement } from "@countinghouse/contract/funds/bank-statement/bank-statement.ts";
import { installationKeys } from "../../../platform/crypto/installation-keys.ts";
import { recordReads } from "../../../platform/db/table-operations.ts";
import { implement } from "../../../platform/http/implement.ts";
import type { Platform } from "../../../platform/platform.ts";
import { combineLines, findCombinable, planCombining } from "./bank-combine.service.ts";
import { importUpload, previewUpload } from "./bank-import.service.ts";
import { lineReads } from "./bank-line.store.ts";
import { readParts } from "./bank-part.store.ts";
import { findCandidates, planEnding, rematchLine, resolveLines, settleSuspense } from "./bank-resolve.service.ts";
import { matchAgain, readStatement } from "./bank-statement.service.ts";
import { describedStatements } from "./bank-statement.store.ts";

export const buildBankStatementRoutes = ({ secret }: Pick<Platform, "secret">) => {
  const ring = () => installationKeys(secret).ring;
  const { page, export: exported } = recordReads({
    table: "bankStatements",
    resource: bankStatement,
    describe: describedStatements,
  });
  return implement(bankStatement, {
    page,
    detail: readStatement,
    preview: (ctx, input) => previewUpload(ctx, ring, input),
    import: (ctx, input) => importUpload(ctx, ring, input),
    run: matchAgain,
    export: exported,
  });
};

export const bankLineRoutes = implement(bankLine, {
  ...lineReads,
  plan: planEnding,
  candidates: findCandidates,
  resolve: resolveLines,
  rematch: rematchLine,
  settle: settleSuspense,
  parts: readParts,
  combinable: findCombinable,
  planCombining,
  combine: combineLines,
});
