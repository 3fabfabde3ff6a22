import { type RawBuilder, sql } from "kysely";
import { prepared } from "../../../platform/db/prepared.ts";
import type { Platform } from "../../../platform/platform.ts";
import type { ConnectorCapability } from "../connector/index.ts";

type Service = "enabled" | "draining" | "disabled";

/** An account with all that a call needs, its credentials still sealed. */
export interface SealedAccount {
  readonly id: string;
  readonly tenantId: number;
  readonly gatewayId: string;
  readonly name: string;
  readonly upstreamMid: string;
  readonly descriptorPrefix: string | null;
  /** What the merchant's binding has payers read; null where it says nothing, or no merchant was named. */
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
  /** Names that the provider cannot do without. */
  readonly required: readonly string[];
}

/** What the merchant's binding has payers read. */
const ofBinding = (merchantId: string | null) =>
  merchantId === null
    ? sql`NULL`
    : sql`(SELECT b.descriptor FROM mer_gateway_account_cfgs b
            WHERE b.merchant_id = ${merchantId} AND b.gateway_account_id = a.id)`;

/** One read by the account's id, or by the secret part of its address for notifications. */
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

/** What a provider may be asked to do with payments of a method. */
interface AccountAbility {
  readonly gatewayAccountId: string;
  /** Code of the method. */
  readonly paymentMethod: string;
  readonly capability: ConnectorCapability;
}

/** Whether an account's provider can do something; a method that names what it supports can do no more than that. */
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

/** What one call of a connector exchanges at most: signing in, a token that is refused, and two steps of a payment. */
const exchangesMax = 4;
/** Whatever an account allows, a process that died is not looked after sooner; and how long writing an answer down takes. */
const shortestSeconds = 90;
const writingSeconds = 15;

/**
 * How long a call to an account may take at most, as an interval within a statement: it waits for a place and for the
 * pace of the provider, each at most as long as the account lets calls wait.
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

/** An account for calls; in the name of a merchant, with what its binding says. */
export const sealedAccount = (
  platform: Pick<Platform, "db">,
  id: string,
  merchantId?: string,
): Promise<SealedAccount | undefined> => readAccount(platform, "id", id, merchantId);

export const sealedAccountByToken = (
  platform: Pick<Platform, "db">,
  token: string,
): Promise<SealedAccount | undefined> => readAccount(platform, "webhook_token", token);
