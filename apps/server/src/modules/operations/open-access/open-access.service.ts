import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { InputOf, ResultOf } from "@countinghouse/contract/kit/resource.ts";
import { accessTextToSign } from "@countinghouse/contract/operations/open-access/access-signing.ts";
import { sysOpenAccess } from "@countinghouse/contract/operations/open-access/open-access.ts";
import type { KeyRing } from "../../../platform/crypto/key-ring.ts";
import { randomSecret } from "../../../platform/crypto/random.ts";
import { seal } from "../../../platform/crypto/sealing.ts";
import { assertFresh, lockRow } from "../../../platform/db/table-operations.ts";
import type { Context } from "../../../platform/http/context.ts";
import { accessIsWithin, resolveAccess } from "../../system/role/index.ts";
import { findPerson } from "../../system/session/index.ts";
import { accessSignatureOf, bodyHashOf } from "./access-signature.service.ts";
import { accessRecords, changeSecret, insertAccess } from "./open-access.store.ts";

type Operations = typeof sysOpenAccess.operations;
type Told = ResultOf<Operations["add"]>;

/** Encryption context of a secret. */
export const secretBinding = (accessKey: string): string => `open-access:${accessKey}`;

const keyBytes = 16;
const secretBytes = 32;

/** Refuses a user out of scope, and one with more permissions: the key's holder can act as them. */
async function assertBindable(ctx: Context, userId: number): Promise<{ readonly tenantId: number }> {
  const { actor, db } = ctx;
  const person = await findPerson(db, userId);
  const isInReach = actor.scope.tenantId === null || person?.tenantId === actor.scope.tenantId;
  const access = await resolveAccess(ctx, userId);
  if (!person?.mayEnter || !access || !isInReach) throw refuse("sysOpenAccess.userUnknown");
  if (userId !== actor.userId && !accessIsWithin(actor, access)) throw refuse("sysOpenAccess.userOutranks");
  return person;
}

export const addAccess =
  (ring: () => KeyRing) =>
  async (ctx: Context, input: InputOf<Operations["add"]>): Promise<Told> => {
    const { tenantId } = await assertBindable(ctx, input.bindUserId);
    const accessKey = `ak_${randomSecret(keyBytes)}`;
    const accessSecret = randomSecret(secretBytes);
    const { id } = await insertAccess(ctx, {
      ...input,
      remark: input.remark ?? null,
      expireTime: input.expireTime ?? null,
      lastUsedTime: null,
      tenantId,
      accessKey,
      secretSealed: seal(ring(), accessSecret, secretBinding(accessKey)),
      secretTime: ctx.now.toISOString(),
    });
    return { id, accessKey, accessSecret };
  };

export async function updateAccess(ctx: Context, input: InputOf<Operations["update"]>): Promise<null> {
  const before = await lockRow(ctx, "openAccesses", sysOpenAccess, input.id);
  // An unchanged user stays: renaming a key must not require that user's permissions.
  if (input.bindUserId === before.bindUserId) return accessRecords.update(ctx, input);
  const { tenantId } = await assertBindable(ctx, input.bindUserId);
  const bound = { ...input, tenantId };
  return accessRecords.update(ctx, bound);
}

export const renewSecret =
  (ring: () => KeyRing) =>
  async (ctx: Context, { id, version }: InputOf<Operations["secret"]>): Promise<Told> => {
    const before = await lockRow(ctx, "openAccesses", sysOpenAccess, id);
    assertFresh(sysOpenAccess, version, before.version);
    await assertBindable(ctx, before.bindUserId);
    const { accessKey } = before;
    const accessSecret = randomSecret(secretBytes);
    await changeSecret(ctx, before, seal(ring(), accessSecret, secretBinding(accessKey)));
    return { id, accessKey, accessSecret };
  };

/** The signature of a given call, and the signed text. */
export async function generateSignature(
  _ctx: Context,
  { accessKey, accessSecret, method, url, timestamp, nonce, body }: InputOf<Operations["generateSignature"]>,
): Promise<ResultOf<Operations["generateSignature"]>> {
  const [path = "", query = ""] = url.split("?", 2);
  const parts = { method, path, query, accessKey, timestamp: String(timestamp), nonce, bodyHash: bodyHashOf(body) };
  return { sign: accessSignatureOf(accessSecret, parts), text: accessTextToSign(parts) };
}
