import { installationKeys } from "../../../platform/crypto/installation-keys.ts";
import { transact } from "../../../platform/db/transact.ts";
import type { OrderNode, Requester } from "../../payments/order-processing/index.ts";
import { accountById, beneficiaryIn, payingFor, takeCheck } from "../payout-account/index.ts";
import { callProvider } from "./payout.call.service.ts";

/**
 * Asks the provider that pays a currency for an account holder's name, and stores its answer. Without such a provider,
 * or without a clear answer, a person verifies the account as usual.
 */
export async function checkAccount(
  node: OrderNode,
  caller: Requester,
  { id, version }: { readonly id: string; readonly version: number },
): Promise<void> {
  const account = await accountById(node.db, id);
  if (!account || account.version !== version || account.verifyStatus !== "pending") return;
  const { merchantId, mode } = account;
  if (merchantId === null || !(await node.seals.isGenuine(node.db, "payoutAccounts", account))) return;
  const funding = await payingFor(node.db, account);
  if (!funding?.gatewayAccountId) return;
  const beneficiary = beneficiaryIn(installationKeys(node.platform.secret).ring, account);
  const asking = { gatewayAccountId: funding.gatewayAccountId, merchantId, mode, payoutNo: id };
  const told = await callProvider(node, asking, async (payouts, of) => payouts.checkAccount?.(of, beneficiary));
  if (told?.kind !== "checked") return;
  await transact(node, caller, (ctx) => takeCheck(ctx, account, told.result));
}
