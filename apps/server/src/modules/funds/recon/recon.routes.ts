import { recon } from "@countinghouse/contract/funds/recon/recon.ts";
import { reconItem } from "@countinghouse/contract/funds/recon/recon-item.ts";
import { reconSource } from "@countinghouse/contract/funds/recon/recon-source.ts";
import { recordReads } from "../../../platform/db/table-operations.ts";
import { implement } from "../../../platform/http/implement.ts";
import { askForFiles, bookReceipt, closeBatch, readBatch, runAgain } from "./recon.service.ts";
import { describedBatches } from "./recon.store.ts";
import { importUpload, previewUpload } from "./recon-import.service.ts";
import { itemReads } from "./recon-item.store.ts";
import { readReceivables } from "./recon-receivable.service.ts";
import { findCandidates, planResolution, rematchLine, resolveLines, settleSuspense } from "./recon-resolve.service.ts";
import { addSource, reconSources } from "./recon-source.store.ts";

const { page, export: exported } = recordReads({ table: "reconBatches", resource: recon, describe: describedBatches });

export const reconRoutes = implement(recon, {
  page,
  detail: readBatch,
  preview: previewUpload,
  import: importUpload,
  fetch: askForFiles,
  run: runAgain,
  close: closeBatch,
  receive: bookReceipt,
  receivables: readReceivables,
  export: exported,
});

export const reconItemRoutes = implement(reconItem, {
  ...itemReads,
  plan: planResolution,
  candidates: findCandidates,
  resolve: resolveLines,
  rematch: rematchLine,
  settle: settleSuspense,
});

export const reconSourceRoutes = implement(reconSource, { ...reconSources, add: addSource });
