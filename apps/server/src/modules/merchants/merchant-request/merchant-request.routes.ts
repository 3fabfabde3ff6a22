import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import { merchantRequest } from "@countinghouse/contract/merchants/merchant-request/merchant-request.ts";
import { implement } from "../../../platform/http/implement.ts";
import { fieldDifferencesOf } from "./merchant-request.policy.ts";
import { addRequest, answerRequest, findAsker, requests } from "./merchant-request.store.ts";

export const merchantRequestRoutes = implement(merchantRequest, {
  page: requests.page,
  detail: requests.detail,
  add: async (ctx, { merchantId, note, ...asked }) => {
    const merchant = await findAsker(ctx, merchantId);
    const wanted = fieldDifferencesOf({ ...merchant }, asked);
    if (wanted.length === 0 && !note) throw refuse("merchantRequest.nothingAsked");
    return addRequest(ctx, { merchantId, tenantId: merchant.tenantId, wanted, note: note ?? null });
  },
  finish: async (ctx, { id, version }) => {
    await answerRequest(ctx, { id, version, status: "done", answer: null });
    return null;
  },
  decline: async (ctx, { id, version, reason }) => {
    ctx.recordReason(reason);
    await answerRequest(ctx, { id, version, status: "declined", answer: reason });
    return null;
  },
});
