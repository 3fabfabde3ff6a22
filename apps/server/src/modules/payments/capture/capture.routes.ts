import { capture } from "@countinghouse/contract/payments/capture/capture.ts";
import { recordReads } from "../../../platform/db/table-operations.ts";
import { implement } from "../../../platform/http/implement.ts";
import { describedCaptures } from "./capture.store.ts";

export const captureRoutes = implement(
  capture,
  recordReads({ table: "captures", resource: capture, describe: describedCaptures }),
);
