import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import { type InputOf, permissionOf, type ResultOf } from "@countinghouse/contract/kit/resource.ts";
import { merGatewayAccountCfg } from "@countinghouse/contract/merchants/mer-gateway-account-cfg/mer-gateway-account-cfg.ts";
import { newId } from "../../../platform/db/new-id.ts";
import { refusingDuplicate } from "../../../platform/db/refusing-duplicate.ts";
import type { Context } from "../../../platform/http/context.ts";
import { usageOf } from "../../gateways/routing/index.ts";
import { assertOtherPerson } from "../../system/change-request/index.ts";
import { lockMerchant } from "../merchant/index.ts";
import { changedFields, shiftedWeights } from "./binding.policy.ts";
import {
  accountNames,
  type BindingRow,
  changeBinding,
  findAccount,
  findBinding,
  insertBinding,
  lockBinding,
  lockBindingsOf,
} from "./mer-gateway-account-cfg.store.ts";

type Operations = typeof merGatewayAccountCfg.operations;

/** Permissions to request a change of a live binding. */
const asking = (["add", "update", "setStatus", "shift"] as const).map((name) =>
  permissionOf(merGatewayAccountCfg.name, name),
);

type Fields = Omit<InputOf<Operations["update"]>, "id" | "version">;
interface ChangeOutcome {
  readonly isPending: boolean;
}

/** Fields as stored: absent ones are null, and lists are serialised, since the driver would take them for arrays. */
const stored = <T extends object>(fields: T) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, name === "limits" ? JSON.stringify(value) : value]),
  );

function assertWindow({ validFrom, validTo }: Pick<Fields, "validFrom" | "validTo">): void {
  if (validFrom && validTo && Date.parse(validFrom) >= Date.parse(validTo))
    throw refuse("merGatewayAccountCfg.windowReversed");
}

/** Instants in the database's format, so that an unchanged value is no change. */
const sameInstant = (text: string | null | undefined): string | null | undefined =>
  text ? new Date(text).toISOString() : text;

const proposedBy = ({ actor, now }: Context, proposal: object) => ({
  proposal: JSON.stringify(proposal),
  proposeUserId: actor.userId,
  proposeUserName: actor.realName,
  proposeTime: now.toISOString(),
  approveUserId: null,
  approveUserName: null,
  approveTime: null,
});

const decided = { proposal: null, proposeTime: null } as const;

export async function addBinding(
  ctx: Context,
  input: InputOf<Operations["add"]>,
): Promise<ResultOf<Operations["add"]>> {
  assertWindow(input);
  const { merchantId, gatewayAccountId, ...fields } = input;
  const merchant = await lockMerchant(ctx, merchantId);
  const account = await findAccount(ctx, merchant.tenantId, gatewayAccountId);
  if (!account) throw refuse("merGatewayAccountCfg.accountUnknown");
  const isPending = account.mode === "live";
  const row = {
    ...stored(fields),
    id: newId("mga", ctx.now),
    tenantId: merchant.tenantId,
    merchantId,
    gatewayAccountId,
    mode: account.mode,
    priority: fields.priority,
    weight: fields.weight,
    status: isPending ? ("pending" as const) : ("enabled" as const),
    ...(isPending ? proposedBy(ctx, { status: "enabled" }) : {}),
  };
  const duplicate = () => refuse("merGatewayAccountCfg.duplicate", { merchant: merchant.name, account: account.name });
  const { id } = await refusingDuplicate("mer_gateway_accounts_unique", duplicate, () => insertBinding(ctx, row));
  return { id, isPending };
}

/** Applies a change of a test binding; a change of a live one waits for approval by somebody else. */
async function applyOrPropose(ctx: Context, row: BindingRow, wanted: object): Promise<ChangeOutcome> {
  const changed = changedFields(row, wanted);
  if (Object.keys(changed).length === 0) return { isPending: false };
  if (row.proposal !== null) throw refuse("merGatewayAccountCfg.changeWaiting");
  const isPending = row.mode === "live";
  await changeBinding(ctx, row, isPending ? proposedBy(ctx, changed) : stored(changed));
  return { isPending };
}

export async function updateBinding(ctx: Context, input: InputOf<Operations["update"]>): Promise<ChangeOutcome> {
  assertWindow(input);
  const { id, version, ...fields } = input;
  const row = await lockBinding(ctx, id, version);
  return applyOrPropose(ctx, row, {
    ...fields,
    subMid: fields.subMid === "" ? null : fields.subMid,
    descriptor: fields.descriptor === "" ? null : fields.descriptor,
    validFrom: sameInstant(fields.validFrom),
    validTo: sameInstant(fields.validTo),
  });
}

/** Disabling takes effect at once, live as well: traffic must be stoppable without an approval. */
export async function setBindingStatus(ctx: Context, input: InputOf<Operations["setStatus"]>): Promise<ChangeOutcome> {
  const { id, version, status } = input;
  const row = await lockBinding(ctx, id, version);
  if (status === "enabled") return applyOrPropose(ctx, row, { status });
  if (row.status !== "disabled") await changeBinding(ctx, row, { status, ...decided });
  return { isPending: false };
}

/** Moves a share of one account's orders to another of the same priority. */
export async function shiftTraffic(
  ctx: Context,
  input: InputOf<Operations["shift"]>,
): Promise<ResultOf<Operations["shift"]>> {
  const { merchantId } = input;
  await lockMerchant(ctx, merchantId);
  const all = [...(await lockBindingsOf(ctx, merchantId, "live")), ...(await lockBindingsOf(ctx, merchantId, "test"))];
  const mode = all.find(({ gatewayAccountId }) => gatewayAccountId === input.fromAccountId)?.mode;
  const weights = shiftedWeights(
    all.filter((row) => row.mode === mode),
    input,
  );
  if (!weights) throw refuse("merGatewayAccountCfg.notShiftable");
  let isPending = false;
  for (const { gatewayAccountId, after } of weights) {
    const row = all.find((one) => one.gatewayAccountId === gatewayAccountId);
    if (row) ({ isPending } = await applyOrPropose(ctx, row, { weight: after }));
  }
  const names = await accountNames(
    ctx,
    weights.map(({ gatewayAccountId }) => gatewayAccountId),
  );
  return {
    isPending,
    weights: weights.map(({ gatewayAccountId, before, after }) => ({
      accountName: names.get(gatewayAccountId) ?? gatewayAccountId,
      before,
      after,
    })),
  };
}

async function lockWaiting(ctx: Context, { id, version }: InputOf<Operations["approve"]>) {
  const row = await lockBinding(ctx, id, version);
  if (row.proposal === null) throw refuse("merGatewayAccountCfg.nothingWaits");
  return { row, proposal: row.proposal };
}

/** Applies a pending change; its requester may not approve it. */
export async function approveChange(ctx: Context, input: InputOf<Operations["approve"]>): Promise<null> {
  const { row, proposal } = await lockWaiting(ctx, input);
  const asked = { by: row.proposeUserId, permissions: asking };
  await assertOtherPerson(ctx, asked, refuse("merGatewayAccountCfg.ownChange"));
  await changeBinding(ctx, row, {
    ...stored(proposal),
    ...decided,
    approveUserId: ctx.actor.userId,
    approveUserName: ctx.actor.realName,
    approveTime: ctx.now.toISOString(),
  });
  return null;
}

/** Rejects a pending change; a binding never approved stays disabled. The requester may withdraw it this way. */
export async function rejectChange(ctx: Context, input: InputOf<Operations["reject"]>): Promise<null> {
  const { row } = await lockWaiting(ctx, input);
  ctx.recordReason(input.reason);
  await changeBinding(ctx, row, { ...decided, ...(row.status === "pending" ? { status: "disabled" } : {}) });
  return null;
}

export async function readUsage(ctx: Context, { id }: InputOf<Operations["usage"]>) {
  const { merchantId, gatewayAccountId } = await findBinding(ctx, id);
  return usageOf(ctx, { merchantId, gatewayAccountId, at: ctx.now });
}
