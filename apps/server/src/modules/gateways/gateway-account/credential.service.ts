import { gatewayAccount } from "@countinghouse/contract/gateways/gateway-account/gateway-account.ts";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import { type InputOf, permissionOf } from "@countinghouse/contract/kit/resource.ts";
import { installationKeys } from "../../../platform/crypto/installation-keys.ts";
import { open, seal } from "../../../platform/crypto/sealing.ts";
import { newId } from "../../../platform/db/new-id.ts";
import { lockRow } from "../../../platform/db/table-operations.ts";
import type { Context } from "../../../platform/http/context.ts";
import type { Platform } from "../../../platform/platform.ts";
import { assertOtherPerson } from "../../system/change-request/index.ts";
import { sealCredentials, webhookSecretName } from "./call.service.ts";
import {
  type CredentialChangeRow,
  decideChange,
  insertChange,
  lockChange,
  putCredentials,
} from "./credential.store.ts";
import { readCallFacts } from "./gateway-account.store.ts";

type Operations = typeof gatewayAccount.operations;
type Secrets = Pick<Platform, "secret">;

/** Binding of a pending change's values. */
const placeOf = (changeId: string): string => `gatewayCredentialChange:${changeId}`;

async function assertKnown(ctx: Context, id: string, names: readonly string[]): Promise<void> {
  if (names.length === 0) throw refuse("gatewayAccount.nothingSet");
  const { credentialSchema } = await readCallFacts(ctx, id);
  const known = [webhookSecretName, ...credentialSchema.map(({ name }) => name)];
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw refuse("gatewayAccount.credentialUnknown", { name: unknown });
}

/** Sets the credentials of a test account at once; those of a live account wait for a second person. */
export const setCredentials =
  ({ secret }: Secrets) =>
  async (ctx: Context, { id, values, reason }: InputOf<Operations["setCredentials"]>): Promise<string | null> => {
    const { tenantId, mode } = await lockRow(ctx, "gatewayAccounts", gatewayAccount, id);
    const names = Object.keys(values);
    await assertKnown(ctx, id, names);
    ctx.recordReason(reason);
    if (mode === "test") {
      await putCredentials(ctx, id, sealCredentials({ secret }, id, values));
      return null;
    }
    const changeId = newId("gc", ctx.now);
    const sealed = seal(installationKeys(secret).ring, JSON.stringify(values), placeOf(changeId));
    await insertChange(ctx, { id: changeId, tenantId, gatewayAccountId: id, names, sealed, reason });
    return changeId;
  };

async function lockWaiting(
  ctx: Context,
  id: string,
  changeId: string,
): Promise<CredentialChangeRow & { sealed: string }> {
  await lockRow(ctx, "gatewayAccounts", gatewayAccount, id);
  const change = await lockChange(ctx, id, changeId);
  if (change.status !== "pending" || change.sealed === null) throw refuse("gatewayAccount.changeDecided");
  return { ...change, sealed: change.sealed };
}

/** Applies a change, never by its requester: every key of a live account has two people behind it. */
export const approveCredentials =
  ({ secret }: Secrets) =>
  async (ctx: Context, { id, changeId }: InputOf<Operations["approveCredentials"]>): Promise<null> => {
    const change = await lockWaiting(ctx, id, changeId);
    const asked = { by: change.createUserId, permissions: [permissionOf(gatewayAccount.name, "setCredentials")] };
    await assertOtherPerson(ctx, asked, refuse("gatewayAccount.ownChange"));
    const values = JSON.parse(open(installationKeys(secret).ring, change.sealed, placeOf(changeId)));
    await putCredentials(ctx, id, sealCredentials({ secret }, id, values));
    await decideChange(ctx, change, "approved");
    return null;
  };

export async function rejectCredentials(
  ctx: Context,
  { id, changeId, reason }: InputOf<Operations["rejectCredentials"]>,
): Promise<null> {
  const change = await lockWaiting(ctx, id, changeId);
  ctx.recordReason(reason);
  await decideChange(ctx, change, "rejected", reason);
  return null;
}

export async function withdrawCredentials(
  ctx: Context,
  { id, changeId }: InputOf<Operations["withdrawCredentials"]>,
): Promise<null> {
  const change = await lockWaiting(ctx, id, changeId);
  if (change.createUserId !== ctx.actor.userId) throw refuse("gatewayAccount.notOwnChange");
  await decideChange(ctx, change, "withdrawn");
  return null;
}
