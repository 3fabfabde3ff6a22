import { capture } from "@countinghouse/contract/payments/capture/capture.ts";
import { exportable } from "../../../platform/export/exportable.ts";
import { implement } from "../../../platform/http/implement.ts";
import { captureColumn, captureKey, describedCaptures, findCapture, pageCaptures } from "./capture.store.ts";

export const captureRoutes = implement(capture, {
  page: pageCaptures,
  detail: (ctx, { id }) => findCapture(ctx, id),
  export: exportable(capture, describedCaptures, { columnOf: captureColumn, id: captureKey }),
});
