import type { Platform } from "../../../platform/platform.ts";
import { wireAtSimulator } from "../../gateways/connector/index.ts";
import { openGatewayAccount } from "../../gateways/gateway-account/index.ts";
import { type SimulatedAccount, simulatedAccounts } from "./simulated-account.store.ts";

const everyMs = 30_000;
const callWithinMs = 5_000;

/**
 * Keeps this node's gateway simulator informed about its accounts, with keys and webhook addresses, now and after
 * changes, so that a new account works at once. Answers a function that ends it.
 */
export function keepSimulatorInformed(platform: Platform, address: string): () => void {
  const told = new Map<string, string>();
  let isRunning = false;
  const inform = async (): Promise<void> => {
    if (isRunning) return;
    isRunning = true;
    try {
      for (const account of await simulatedAccounts(platform.db)) await tell(platform, account, address, told);
    } catch (error) {
      platform.logger.warn({ err: error }, "the gateway simulator could not be told of its accounts");
    } finally {
      isRunning = false;
    }
  };
  void inform();
  const timer = setInterval(inform, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

async function tell(
  platform: Platform,
  { id, webhookToken }: SimulatedAccount,
  address: string,
  told: Map<string, string>,
): Promise<void> {
  // An account with missing credentials receives no notifications.
  const account = await openGatewayAccount(platform, id).catch(() => undefined);
  const face = account && wireAtSimulator(account.connector);
  if (!account || !face || account.webhookSecret === null) return;
  const { apiKey, clientId } = account.credentials;
  const body = JSON.stringify({
    face,
    apiKey,
    clientId,
    webhookSecret: account.webhookSecret,
    webhookUrl: `${address}/hooks/gateway/${webhookToken}`,
  });
  if (told.get(id) === body) return;
  const path = `/v1/test/simulator/accounts/${encodeURIComponent(account.upstreamMid)}`;
  const answer = await fetch(`${platform.config.simulatorUrl}${path}`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body,
    signal: AbortSignal.timeout(callWithinMs),
  });
  await answer.body?.cancel();
  told.set(id, body);
  if (!answer.ok)
    platform.logger.warn({ account: id, status: answer.status }, "the gateway simulator refused an account");
}
