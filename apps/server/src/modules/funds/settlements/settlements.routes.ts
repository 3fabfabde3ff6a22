import { settlements } from "@countinghouse/contract/funds/settlements/settlements.ts";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import { installationKeys } from "../../../platform/crypto/installation-keys.ts";
import { implement } from "../../../platform/http/implement.ts";
import type { Platform } from "../../../platform/platform.ts";
import { requestCashout } from "../cashout/index.ts";
import { ownMerchant } from "../outbound/index.ts";
import { pageLines, readBatch, readPosition, settlementCommands } from "./settlements.service.ts";
import { batchReads } from "./settlements.store.ts";

export const buildSettlementsRoutes = ({ secret }: Pick<Platform, "secret">) =>
  implement(settlements, {
    ...batchReads,
    detail: readBatch,
    lines: pageLines,
    position: readPosition,
    applyWithdrawal: async (ctx, { merchantId, ...asked }) => {
      if (ownMerchant(ctx, "cashout") !== merchantId) throw refuse("settlements.otherMerchant");
      const row = await requestCashout(ctx, () => installationKeys(secret).ring, asked);
      return { id: row.id, cashoutNo: row.cashoutNo, status: row.status };
    },
    ...settlementCommands,
  });
