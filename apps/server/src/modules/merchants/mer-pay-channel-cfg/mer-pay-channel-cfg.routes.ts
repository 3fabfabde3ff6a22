import { merPayChannelCfg } from "@countinghouse/contract/merchants/mer-pay-channel-cfg/mer-pay-channel-cfg.ts";
import { implement } from "../../../platform/http/implement.ts";
import {
  addLine,
  applyTemplate,
  arrangeLine,
  deleteLine,
  previewCheckout,
  setLineStatus,
  updateLine,
} from "./mer-pay-channel-cfg.service.ts";
import { lines } from "./mer-pay-channel-cfg.store.ts";

/** Operations for a merchant's own users: view, hide and sort. */
export const merPayChannelCfgRoutes = implement(merPayChannelCfg, {
  page: lines.page,
  detail: lines.detail,
  add: addLine,
  update: updateLine,
  arrange: arrangeLine,
  setStatus: setLineStatus,
  delete: deleteLine,
  applyTemplate,
  preview: previewCheckout,
  export: lines.export,
});
