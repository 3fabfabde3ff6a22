import { payoutAccount } from "@countinghouse/contract/funds/payout-account/payout-account.ts";
import { installationKeys } from "../../../platform/crypto/installation-keys.ts";
import { recordReads } from "../../../platform/db/table-operations.ts";
import { implement } from "../../../platform/http/implement.ts";
import type { Platform } from "../../../platform/platform.ts";
import {
  addAccount,
  changeAccount,
  makeDefault,
  revealNumber,
  switchAccount,
  verifyAccount,
} from "./payout-account.service.ts";
import { describedAccounts, listOurAccounts } from "./payout-account.store.ts";

export const buildPayoutAccountRoutes = ({ secret }: Pick<Platform, "secret">) => {
  const ring = () => installationKeys(secret).ring;
  return implement(payoutAccount, {
    ...recordReads({ table: "payoutAccounts", resource: payoutAccount, describe: describedAccounts }),
    list: listOurAccounts,
    add: addAccount(ring),
    update: changeAccount(ring),
    verify: verifyAccount,
    setDefault: makeDefault,
    setStatus: switchAccount,
    reveal: revealNumber(ring),
  });
};
