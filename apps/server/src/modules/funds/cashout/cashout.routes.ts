import { cashout } from "@countinghouse/contract/funds/cashout/cashout.ts";
import { installationKeys } from "../../../platform/crypto/installation-keys.ts";
import { recordReads } from "../../../platform/db/table-operations.ts";
import { implement } from "../../../platform/http/implement.ts";
import type { Platform } from "../../../platform/platform.ts";
import {
  approveCashout,
  executeCashout,
  markFailed,
  markPaid,
  markReturned,
  rejectCashout,
  resolveDifference,
  syncCashout,
} from "./cashout.decision.service.ts";
import { readCashout } from "./cashout.read.service.ts";
import {
  cancelCashout,
  previewCashout,
  quoteCashout,
  requestCashout,
  showTerms,
  submitCashout,
} from "./cashout.request.service.ts";
import { describedCashouts, refOfCashout } from "./cashout.store.ts";

export const buildCashoutRoutes = ({ secret }: Pick<Platform, "secret">) => {
  const ring = () => installationKeys(secret).ring;
  return implement(cashout, {
    ...recordReads({ table: "cashouts", resource: cashout, describe: describedCashouts }),
    detail: readCashout,
    terms: showTerms,
    preview: previewCashout,
    quote: quoteCashout,
    add: async (ctx, input) => {
      const { id, cashoutNo, status } = await requestCashout(ctx, ring, input);
      return { id, cashoutNo, status };
    },
    cancel: async (ctx, { id, version }) => {
      await cancelCashout(ctx, await refOfCashout(ctx, id), version);
      return null;
    },
    submit: async (ctx, { id, version }) => {
      const { status } = await submitCashout(ctx, await refOfCashout(ctx, id), version);
      return { status };
    },
    approve: async (ctx, { id, ...input }) => approveCashout(ctx, ring, await refOfCashout(ctx, id), input),
    reject: async (ctx, { id, ...input }) => {
      await rejectCashout(ctx, await refOfCashout(ctx, id), input);
      return null;
    },
    execute: async (ctx, { id, version }) => {
      const { status } = await executeCashout(ctx, ring, await refOfCashout(ctx, id), { version });
      return { status };
    },
    markPaid: async (ctx, { id, ...input }) => {
      await markPaid(ctx, await refOfCashout(ctx, id), input);
      return null;
    },
    markFailed: async (ctx, { id, ...input }) => {
      await markFailed(ctx, await refOfCashout(ctx, id), input);
      return null;
    },
    markReturned: async (ctx, { id, ...input }) => {
      await markReturned(ctx, await refOfCashout(ctx, id), input);
      return null;
    },
    resolveDifference: async (ctx, { id, ...input }) => {
      await resolveDifference(ctx, await refOfCashout(ctx, id), input);
      return null;
    },
    sync: async (ctx, { id }) => {
      await syncCashout(ctx, await refOfCashout(ctx, id));
      return null;
    },
  });
};
