import { sysRate } from "@countinghouse/contract/funds/rate/rate.ts";
import { exportable } from "../../../platform/export/exportable.ts";
import { implement } from "../../../platform/http/implement.ts";
import { askFeed } from "./rate.feed.service.ts";
import { takePart } from "./rate.import.service.ts";
import { isStale } from "./rate.policy.ts";
import { addRate, ageLimitOf, convertAmount, previewFile, readHistory, readRate } from "./rate.service.ts";
import { latestRates, pageLatest } from "./rate.store.ts";

export const sysRateRoutes = implement(sysRate, {
  page: async (ctx, input) => {
    const page = await pageLatest(ctx, input);
    const limit = await ageLimitOf(ctx);
    const now = ctx.now.getTime();
    return { ...page, items: page.items.map((row) => ({ ...row, isStale: isStale(row, now, limit) })) };
  },
  detail: (ctx, { id }) => readRate(ctx, id),
  history: readHistory,
  add: addRate,
  convert: convertAmount,
  fetch: askFeed,
  preview: (ctx, { text }) => previewFile(ctx, text),
  import: takePart,
  export: exportable(sysRate, latestRates),
});
