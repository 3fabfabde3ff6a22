import {
  type ConnectivityVerdict,
  simulatorAddress,
} from "@countinghouse/contract/gateways/upstream-gateway/upstream-gateway.ts";
import { notFound, refuse } from "@countinghouse/contract/kit/refusal.ts";
import { installationKeys } from "../../../platform/crypto/installation-keys.ts";
import { open, seal } from "../../../platform/crypto/sealing.ts";
import type { Platform } from "../../../platform/platform.ts";
import { type Connector, findConnector, type GatewayAccountForCalls } from "../connector/index.ts";
import { serviceOf } from "../gateway/index.ts";
import { type SealedAccount, sealedAccount, sealedAccountByToken } from "./call.store.ts";
import { placesOf } from "./share.service.ts";
import type { StatementTexts } from "./statement.policy.ts";

type Opening = Pick<Platform, "db" | "secret" | "config">;

/** Name of an account's webhook secret, besides the provider's credentials. */
export const webhookSecretName = "webhookSecret";

/** Binding of a sealed credential: it decrypts only in this row and under this name. */
const placeOf = (accountId: string, name: string): string => `gatewayAccount:${accountId}:${name}`;

/** Seals an account's credentials, each with its own binding. */
export const sealCredentials = (
  { secret }: Pick<Platform, "secret">,
  accountId: string,
  values: Readonly<Record<string, string>>,
) =>
  Object.entries(values).map(([name, value]) => ({
    name,
    sealed: seal(installationKeys(secret).ring, value, placeOf(accountId, name)),
  }));

/** An account opened for calls, with its service status. */
export type OpenedGatewayAccount = GatewayAccountForCalls & {
  readonly tenantId: number;
  readonly name: string;
  /** Statement descriptor parts: the account's prefix, and the binding's own text. */
  readonly statement: StatementTexts;
  /** The strictest status of account, gateway and provider. */
  readonly service: "enabled" | "draining" | "disabled";
};

const withoutSlash = (address: string): string => address.replace(/\/+$/, "");

function openSealed({ secret, config }: Opening, account: SealedAccount): OpenedGatewayAccount {
  const { ring } = installationKeys(secret);
  const opened = Object.fromEntries(
    account.credentials.map(([name, sealed]) => [name, open(ring, sealed, placeOf(account.id, name))]),
  );
  const { [webhookSecretName]: webhookSecret = null, ...credentials } = opened;
  const absent = account.required.filter((name) => !(name in credentials));
  if (absent.length > 0) throw refuse("gatewayAccount.credentialsMissing", { names: absent.join(", ") });
  const address = (account.mode === "live" ? account.baseUrlLive : account.baseUrlTest) ?? "";
  return {
    id: account.id,
    tenantId: account.tenantId,
    name: account.name,
    gatewayId: account.gatewayId,
    upstreamMid: account.upstreamMid,
    connector: account.connector,
    baseUrl: withoutSlash(address === simulatorAddress ? (config.simulatorUrl ?? address) : address),
    mode: account.mode,
    testHosts:
      address === simulatorAddress && config.simulatorUrl ? [new URL(config.simulatorUrl).host] : config.testHosts,
    credentials,
    webhookSecret,
    timeoutMs: account.timeoutMs,
    flights: {
      inFlightMax: Math.min(
        account.inFlightMax,
        findConnector(account.connector)?.callsAtOnce?.[account.mode] ?? Infinity,
      ),
      merchantInFlightMax: account.merchantInFlightMax,
      queueSeconds: account.queueSeconds,
      perSecond: account.rateLimitPerSecond,
    },
    exponentOverrides: Object.fromEntries(
      account.exponentOverrides.map(({ currency, exponent }) => [currency, exponent]),
    ),
    statement: { prefix: account.descriptorPrefix, own: account.descriptor },
    service: serviceOf(account.accountStatus, account.gatewayStatus, account.upstreamStatus),
  };
}

/**
 * An account with decrypted credentials for one call, never stored or logged. Refuses with
 * `gatewayAccount.credentialsMissing` where a required one is not set. The caller checks `service`: follow-up calls
 * are allowed while an account drains.
 */
export async function openGatewayAccount(
  platform: Opening,
  id: string,
  merchantId?: string,
): Promise<OpenedGatewayAccount> {
  const account = await sealedAccount(platform, id, merchantId);
  if (!account) throw notFound("gatewayAccount", id);
  return openSealed(platform, account);
}

/**
 * {@link openGatewayAccount} for a payment and its follow-up calls: with this node's share of the provider's
 * concurrency limit. Data from `readForPayments` is not read again.
 */
export async function openForPayments(
  platform: Opening & Pick<Platform, "logger">,
  id: string,
  merchantId: string,
  read?: SealedAccount,
): Promise<OpenedGatewayAccount> {
  const account = read ? openSealed(platform, read) : await openGatewayAccount(platform, id, merchantId);
  return { ...account, flights: { ...account.flights, inFlightMax: await placesOf(platform, account) } };
}

/** The still sealed input of {@link openForPayments}, read together with the other queries of a payment's beginning. */
export const readForPayments = (
  { db }: Pick<Platform, "db">,
  id: string,
  merchantId: string,
): Promise<SealedAccount | undefined> => sealedAccount({ db }, id, merchantId);

const tokenShape = /^[A-Za-z0-9_-]{43}$/;

/** The account of a webhook address, by its token; undefined where there is none. */
export async function findByWebhookToken(platform: Opening, token: string): Promise<OpenedGatewayAccount | undefined> {
  if (!tokenShape.test(token)) return undefined;
  const account = await sealedAccountByToken(platform, token);
  return account && openSealed(platform, account);
}

const verdicts = {
  credentials: "credentials_refused",
  unreachable: "unreachable",
  timeout: "timeout",
  unexpected: "unexpected",
} as const;

/** Calls the provider with an account's credentials without moving money, and reports the result. */
export async function testAccount(
  platform: Platform,
  connectors: readonly Connector[],
  id: string,
): Promise<ConnectivityVerdict> {
  const account = await openGatewayAccount(platform, id);
  const connector = connectors.find(({ code }) => code === account.connector);
  if (!connector) throw new Error(`no connector ${account.connector} for the gateway account ${id}`);
  const outcome = await connector.test(account);
  return {
    verdict: outcome.kind === "ok" ? "ok" : verdicts[outcome.reason],
    latencyMs: Math.round(outcome.latencyMs),
    httpStatus: outcome.exchanges.at(-1)?.httpStatus ?? null,
    accountName: account.name,
    at: platform.clock.now().toISOString(),
  };
}
