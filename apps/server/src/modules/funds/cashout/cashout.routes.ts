import { cashout } from "@countinghouse/contract/funds/cashout/cashout.ts";
import { installationKeys } from "../../../platform/crypto/installation-keys.ts";
import { recordReads } from "../../../platform/db/table-operations.ts";
import { implement } from "../../../platform/http/implement.ts";
import type { Platform } from "../../../platform/platform.ts";
import { decisionHandlers } from "../outbound/index.ts";
import { cashoutDecisions } from "./cashout.decision.service.ts";
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
    ...decisionHandlers(cashoutDecisions, ring, refOfCashout),
  });
};
