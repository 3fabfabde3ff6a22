import type { InputOf, ResultOf } from "@countinghouse/contract/kit/resource.ts";
import type { merchant } from "@countinghouse/contract/merchants/merchant/merchant.ts";
import type { Context } from "../../../platform/http/context.ts";
import { type Sessions, viewMs } from "../../system/session/index.ts";
import { lockMerchant } from "./merchant.store.ts";

type Operations = typeof merchant.operations;

/** Switches the caller's session to a merchant's view, read only, for a limited time. */
export const viewAs =
  (sessions: Sessions) =>
  async (ctx: Context, { id, reason }: InputOf<Operations["viewAs"]>): Promise<ResultOf<Operations["viewAs"]>> => {
    await lockMerchant(ctx, id);
    const until = new Date(ctx.now.getTime() + viewMs).toISOString();
    await sessions.change(ctx, { viewMerchantId: id, viewUntil: until });
    ctx.recordReason(reason);
    return { until };
  };
