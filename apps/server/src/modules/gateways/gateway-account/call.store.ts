import { type RawBuilder, sql } from "kysely";
import { prepared } from "../../../platform/db/prepared.ts";
import type { Platform } from "../../../platform/platform.ts";
import type { ConnectorCapability } from "../connector/index.ts";

type Service = "enabled" | "draining" | "disabled";

/** An account with everything a call needs, its credentials still sealed. */
export interface SealedAccount {
  readonly id: string;
  readonly tenantId: number;
  readonly gatewayId: string;
  readonly name: string;
  readonly upstreamMid: string;
  readonly descriptorPrefix: string | null;
  /** Statement text of the merchant's binding; null where it has none, or no merchant was given. */
  readonly descriptor: string | null;
  readonly mode: "live" | "test";
  readonly connector: string;
  readonly baseUrlLive: string | null;
  readonly baseUrlTest: string | null;
  readonly timeoutMs: number;
  readonly inFlightMax: number;
  readonly merchantInFlightMax: number;
  readonly queueSeconds: number;
  readonly rateLimitPerSecond: number;
  readonly exponentOverrides: readonly { readonly currency: string; readonly exponent: number }[];
  readonly accountStatus: Service;
  readonly gatewayStatus: Service;
  readonly upstreamStatus: "enabled" | "disabled";
  /** Pairs of name and sealed value. */
  readonly credentials: readonly (readonly [name: string, sealed: string])[];
  /** Names of the required credentials. */
  readonly required: readonly string[];
}

/** Statement text of the merchant's binding. */
const ofBinding = (merchantId: string | null) =>
  merchantId === null
    ? sql`NULL`
    : sql`(SELECT b.descriptor FROM mer_gateway_account_cfgs b
            WHERE b.merchant_id = ${merchantId} AND b.gateway_account_id = a.id)`;

/** Reads an account by its id, or by its webhook token. */
async function readAccount(
  { db }: Pick<Platform, "db">,
  column: "id" | "webhook_token",
  value: string,
  merchantId: string | null = null,
): Promise<SealedAccount | undefined> {
  const { rows } = await sql<SealedAccount>`
    SELECT a.id, a.tenant_id, a.gateway_id, a.name, a.upstream_mid, a.mode, a.status AS account_status,
           a.descriptor_prefix, ${ofBinding(merchantId)} AS descriptor, a.in_flight_max, a.merchant_in_flight_max, a.queue_seconds,
           g.status AS gateway_status, u.status AS upstream_status, u.connector, u.base_url_live, u.base_url_test,
           u.timeout_ms, u.rate_limit_per_second, u.exponent_overrides,
           coalesce((SELECT json_agg(json_build_array(c.name, c.sealed)) FROM gateway_credentials c
                      WHERE c.gateway_account_id = a.id), '[]') AS credentials,
           coalesce((SELECT json_agg(f->>'name') FROM jsonb_array_elements(u.credential_schema) AS f
                      WHERE (f->>'isRequired')::boolean), '[]') AS required
      FROM gateway_accounts a
      JOIN gateways g ON g.id = a.gateway_id
      JOIN upstream_gateways u ON u.id = g.upstream_gateway_id
     WHERE a.${sql.ref(column)} = ${value}`.execute(prepared(db));
  return rows[0];
}

/** A capability of a provider for a payment method. */
interface AccountAbility {
  readonly gatewayAccountId: string;
  /** Code of the method. */
  readonly paymentMethod: string;
  readonly capability: ConnectorCapability;
}

/** Whether an account's provider has a capability; a method with a list of its own is limited to that. */
export async function isCapable({ db }: Pick<Platform, "db">, ability: AccountAbility): Promise<boolean> {
  const { gatewayAccountId, paymentMethod, capability } = ability;
  const { rows } = await sql<{ isCapable: boolean }>`
    SELECT ${capability} = ANY (u.capabilities)
           AND (coalesce(cardinality(um.supports), 0) = 0 OR ${capability} = ANY (um.supports)) AS is_capable
      FROM gateway_accounts a
      JOIN gateways g ON g.id = a.gateway_id
      JOIN upstream_gateways u ON u.id = g.upstream_gateway_id
      LEFT JOIN payment_methods pm ON pm.tenant_id = a.tenant_id AND pm.code = ${paymentMethod}
      LEFT JOIN upstream_methods um ON um.upstream_gateway_id = u.id AND um.payment_method_id = pm.id
     WHERE a.id = ${gatewayAccountId}`.execute(db);
  return rows[0]?.isCapable ?? false;
}

/** Most exchanges of one connector call: sign-in, a rejected token, and two payment steps. */
const exchangesMax = 4;
/**
 * Shortest time in seconds before a crashed process's call is followed up, and the allowance for recording an answer.
 */
const shortestSeconds = 90;
const writingSeconds = 15;

/**
 * Longest duration of a call to an account, as an SQL interval: including the waits for a place and for the provider's
 * rate, each at most the account's longest wait.
 */
export const longestCall = (accountId: string): RawBuilder<unknown> => sql`(
  SELECT greatest(${shortestSeconds}::int,
           2 * a.queue_seconds + ${exchangesMax}::int * ceil(u.timeout_ms / 1000.0) + ${writingSeconds}::int) * interval '1 second'
    FROM gateway_accounts a
    JOIN gateways g ON g.id = a.gateway_id
    JOIN upstream_gateways u ON u.id = g.upstream_gateway_id
   WHERE a.id = ${accountId})`;

/** {@link longestCall} in seconds. */
export async function longestCallSeconds({ db }: Pick<Platform, "db">, accountId: string): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    SELECT extract(epoch FROM ${longestCall(accountId)})::int AS seconds`.execute(db);
  return rows[0]?.seconds ?? shortestSeconds;
}

/** An account for calls; with a merchant, including its binding's texts. */
export const sealedAccount = (
  platform: Pick<Platform, "db">,
  id: string,
  merchantId?: string,
): Promise<SealedAccount | undefined> => readAccount(platform, "id", id, merchantId);

export const sealedAccountByToken = (
  platform: Pick<Platform, "db">,
  token: string,
): Promise<SealedAccount | undefined> => readAccount(platform, "webhook_token", token);
