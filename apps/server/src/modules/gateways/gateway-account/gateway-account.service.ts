import {
  type GatewayAccountDetail,
  gatewayAccount,
} from "@countinghouse/contract/gateways/gateway-account/gateway-account.ts";
import { text3 } from "@countinghouse/contract/kit/locale.ts";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { InputOf, ResultOf } from "@countinghouse/contract/kit/resource.ts";
import { randomSecret } from "../../../platform/crypto/random.ts";
import { businessNumber } from "../../../platform/db/business-number.ts";
import { newId } from "../../../platform/db/new-id.ts";
import { lockRow, recordOperations } from "../../../platform/db/table-operations.ts";
import type { Context } from "../../../platform/http/context.ts";
import type { Platform } from "../../../platform/platform.ts";
import { usageOf } from "../routing/index.ts";
import { webhookSecretName } from "./call.service.ts";
import { sealedAccount } from "./call.store.ts";
import { listSetCredentials, waitingChange } from "./credential.store.ts";
import { findAccount, readCallFacts, readGateway } from "./gateway-account.store.ts";

/** Owner key for usage summed over all merchants. */
const everyMerchant = "";

type Operations = typeof gatewayAccount.operations;

const accounts = recordOperations({
  table: "gatewayAccounts",
  resource: gatewayAccount,
  made: ({ now }) => ({
    id: newId("ga", now),
    accountNo: businessNumber("GA", now),
    webhookToken: randomSecret(),
  }),
});

interface Flights {
  readonly inFlightMax: number;
  readonly merchantInFlightMax: number;
}

/** A merchant's concurrency limit must not exceed the account's. */
function assertShare({ inFlightMax, merchantInFlightMax }: Flights): void {
  if (merchantInFlightMax > inFlightMax) throw refuse("gatewayAccount.shareTooLarge");
}

export async function addAccount(ctx: Context, input: InputOf<Operations["add"]>): Promise<string> {
  assertShare(input);
  const { tenantId, mode } = await readGateway(ctx, input.gatewayId);
  return accounts.add(ctx, { ...input, tenantId, mode });
}

export async function changeAccount(ctx: Context, input: InputOf<Operations["update"]>): Promise<null> {
  const row = await lockRow(ctx, "gatewayAccounts", gatewayAccount, input.id);
  const { inFlightMax = row.inFlightMax, merchantInFlightMax = row.merchantInFlightMax } = input;
  assertShare({ inFlightMax, merchantInFlightMax });
  return accounts.update(ctx, input);
}

/** Enables an account only if its credentials are complete. */
export async function setAccountStatus(ctx: Context, input: InputOf<Operations["setStatus"]>): Promise<null> {
  if (input.status === "enabled") await assertComplete(ctx, input.id);
  return accounts.update(ctx, input);
}

async function assertComplete(ctx: Context, id: string): Promise<void> {
  await findAccount(ctx, id);
  const account = await sealedAccount(ctx, id);
  const names = (account?.required ?? []).filter((asked) => !account?.credentials.some(([name]) => name === asked));
  if (names.length > 0) throw refuse("gatewayAccount.credentialsMissing", { names: names.join(", ") });
}

/** Payments over an account, of all merchants. */
export async function readUsage(ctx: Context, { id }: { readonly id: string }): Promise<ResultOf<Operations["usage"]>> {
  await findAccount(ctx, id);
  return usageOf(ctx, { merchantId: everyMerchant, gatewayAccountId: id, at: ctx.now });
}

/** Columns that are not set by a form. */
interface OwnColumns {
  readonly id: string;
  readonly version?: number | null | undefined;
  readonly forcedHealth?: GatewayAccountDetail["health"] | null;
  readonly forcedUntil?: string | null;
  readonly forcedReason?: string | null;
  readonly forcedUserName?: string | null;
  readonly webhookToken?: string;
}
const changeRow = (ctx: Context, values: OwnColumns): Promise<null> => accounts.update(ctx, values);

export async function forceHealth(ctx: Context, input: InputOf<Operations["setHealth"]>): Promise<null> {
  const { id, health, minutes, reason } = input;
  ctx.recordReason(reason);
  return changeRow(ctx, {
    id,
    forcedHealth: health,
    forcedUntil: new Date(ctx.now.getTime() + minutes * 60_000).toISOString(),
    forcedReason: reason,
    forcedUserName: ctx.actor.realName || null,
  });
}

export const endForcedHealth = (ctx: Context, id: string): Promise<null> =>
  changeRow(ctx, { id, forcedHealth: null, forcedUntil: null, forcedReason: null, forcedUserName: null });

/** Creates a new webhook token: calls to the old address are not found. */
export const renewAddress = (ctx: Context, input: InputOf<Operations["renewWebhookUrl"]>): Promise<null> =>
  changeRow(ctx, { ...input, webhookToken: randomSecret() });

const webhookSecretField = {
  name: webhookSecretName,
  label: text3("Notification secret", "通知密钥", "通知密鑰"),
  isSecret: true,
  isRequired: false,
};

/** An account with the state of its credentials: which are set, without their values. */
export const readAccount =
  ({ config }: Pick<Platform, "config">) =>
  async (ctx: Context, { id }: { readonly id: string }): Promise<GatewayAccountDetail> => {
    const account = await findAccount(ctx, id);
    const { webhookToken, credentialSchema } = await readCallFacts(ctx, id);
    const set = new Map((await listSetCredentials(ctx, id)).map((one) => [one.name, one]));
    const change = await waitingChange(ctx, id);
    return {
      ...account,
      credentials: [...credentialSchema, webhookSecretField].map((field) => ({
        ...field,
        setTime: set.get(field.name)?.setTime ?? null,
        setUserName: set.get(field.name)?.setUserName ?? null,
      })),
      change: change
        ? {
            id: change.id,
            names: change.names,
            reason: change.reason,
            createTime: change.createTime,
            createUserName: change.createUserName,
            isOwn: change.createUserId === ctx.actor.userId,
          }
        : null,
      webhookUrl: `${config.publicUrl ?? ""}/hooks/gateway/${webhookToken}`,
    };
  };
