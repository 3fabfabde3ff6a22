import {
  ibanLengths,
  isClabe,
  isRoutingNumber,
  plainNumber,
} from "@countinghouse/contract/funds/payout-account/account-number.ts";
import { nameMatchMin, payoutAccount } from "@countinghouse/contract/funds/payout-account/payout-account.ts";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { InputOf } from "@countinghouse/contract/kit/resource.ts";
import { isOfMerchant } from "../../../platform/access/actor.ts";
import type { KeyRing } from "../../../platform/crypto/key-ring.ts";
import { open, seal } from "../../../platform/crypto/sealing.ts";
import { newId } from "../../../platform/db/new-id.ts";
import { assertFresh } from "../../../platform/db/table-operations.ts";
import type { Context } from "../../../platform/http/context.ts";
import type { PayoutBeneficiary } from "../../gateways/connector/index.ts";
import { findMerchant } from "../../merchants/merchant/index.ts";
import { assertSomebodyElse } from "../../system/change-request/index.ts";
import { nameMatch, numberPlace, payeeObstacleOf } from "./payout-account.policy.ts";
import {
  accountById,
  defaultAccount,
  insertAccount,
  lockAccount,
  type PayoutAccountRow,
  payingAccount,
  readAccount,
  updateAccount,
} from "./payout-account.store.ts";
import { publishAccountVerified } from "./payout-account-object.service.ts";

type Operations = typeof payoutAccount.operations;
type Details = Omit<InputOf<Operations["update"]>, "id" | "version">;
type Naming = InputOf<Operations["setDefault"]>;

/** The number of an account that was entered, and what kind it is; none where neither was. */
function numberOf({ iban, accountNo, country }: Details) {
  if (iban && accountNo) throw refuse("payoutAccount.numberNeeded");
  if (iban && !iban.startsWith(country)) throw refuse("payoutAccount.ibanElsewhere");
  const length = ibanLengths[country];
  if (iban && iban.length !== (length ?? iban.length))
    throw refuse("payoutAccount.ibanLength", { country, length: length ?? "", given: iban.length });
  if (accountNo && country === "MX" && !isClabe(accountNo)) throw refuse("payoutAccount.clabeInvalid");
  const number = iban ?? accountNo;
  return number
    ? { number: plainNumber(number), numberKind: iban ? ("iban" as const) : ("account_no" as const) }
    : undefined;
}

/** A number as it is kept of the account that it is of. */
export const sealedNumber = (ring: KeyRing, id: string, entered: NonNullable<ReturnType<typeof numberOf>>) => ({
  numberKind: entered.numberKind,
  numberSealed: seal(ring, entered.number, numberPlace(id)),
  last4: entered.number.slice(-4),
});

/** What is left out of a change stays as it is. */
const given = (entered: string | null | undefined, kept: string | null = null): string | null =>
  entered === undefined ? kept : entered;

/** What of the entered is kept beside the number. A merchant's account is paid over nothing of ours. */
async function detailsOf(
  ctx: Context,
  input: Details,
  { merchantId, mode }: Pick<PayoutAccountRow, "merchantId" | "mode">,
  kept?: PayoutAccountRow,
) {
  const { holderType, holderName, country, bankName } = input;
  const routingNo = given(input.routingNo, kept?.routingNo);
  // Dashes are how people read it; its digits check themselves.
  if (routingNo && country === "US" && !isRoutingNumber(plainNumber(routingNo)))
    throw refuse("payoutAccount.routingInvalid");
  const gatewayAccountId = given(input.gatewayAccountId, kept?.gatewayAccountId);
  if (gatewayAccountId !== null) {
    const paying = merchantId === null ? await payingAccount(ctx, gatewayAccountId) : undefined;
    if (!paying?.pays || paying.mode !== mode) throw refuse("payoutAccount.gatewayAccountUnfit");
  }
  const legalName = merchantId === null ? null : (await findMerchant(ctx, merchantId)).legalName;
  return {
    holderType,
    holderName,
    nameMatch: legalName === null ? null : nameMatch(holderName, legalName),
    country,
    bankName,
    swift: given(input.swift, kept?.swift),
    routingNo,
    branch: given(input.branch, kept?.branch),
    gatewayAccountId,
  };
}

/** Everybody who changed an account that nobody has verified since, and the caller; whoever is no person is left out. */
const changersOf = ({ actor }: Context, kept?: PayoutAccountRow): number[] => {
  const before = kept && kept.verifyStatus !== "verified" ? [...(kept.changerIds ?? []), kept.lastChangeUserId] : [];
  return [...new Set([...before, actor.userId])].filter((id): id is number => id !== null && id > 0);
};

/** Any change has to be looked at by somebody else than whoever had a part in it, and rests for a day. */
const changed = (ctx: Context, kept?: PayoutAccountRow) => ({
  verifyStatus: "pending" as const,
  verifyUserId: null,
  verifyUserName: null,
  verifyTime: null,
  verifyEvidence: null,
  providerCheck: null,
  providerCheckTime: null,
  lastChangeTime: ctx.now.toISOString(),
  lastChangeUserId: ctx.actor.userId > 0 ? ctx.actor.userId : null,
  changerIds: changersOf(ctx, kept),
  doubtUserId: null,
});

/** The merchant whose people ask; none where the operator's do. */
const ownMerchant = ({ actor }: Context): string | null =>
  isOfMerchant(actor) && actor.scope.merchantIds !== "all" ? (actor.scope.merchantIds[0] ?? null) : null;

export const addAccount =
  (ring: () => KeyRing) =>
  async (ctx: Context, input: InputOf<Operations["add"]>): Promise<string> => {
    const entered = numberOf(input);
    if (!entered) throw refuse("payoutAccount.numberNeeded");
    const merchantId = ownMerchant(ctx);
    const tenantId = ctx.actor.tenantId;
    const { mode, currency } = input;
    const id = newId("poa", ctx.now);
    const isFirst = (await defaultAccount(ctx.db, { tenantId, merchantId, mode, currency })) === undefined;
    const row = await insertAccount(ctx, {
      id,
      tenantId,
      merchantId,
      kind: merchantId === null ? "funding" : "beneficiary",
      mode,
      currency,
      ...(await detailsOf(ctx, input, { merchantId, mode })),
      ...sealedNumber(ring(), id, entered),
      ...changed(ctx),
      isDefault: isFirst,
    });
    await askForCheck(ctx, row);
    return row.id;
  };

/** Where providers are asked for the name that an account is of. */
export const accountCheckQueue = "payoutAccount.check";

/** Has a provider asked whose a merchant's account is, once it is kept. Ours are verified by people alone. */
async function askForCheck(ctx: Context, { id, kind, version }: PayoutAccountRow): Promise<void> {
  if (kind === "beneficiary") await ctx.enqueue({ queue: accountCheckQueue, data: { id, version } });
}

/** What a provider said of an account's name; nothing where somebody changed or decided about the account meanwhile. */
export async function takeCheck(
  ctx: Context,
  { id, version }: Pick<PayoutAccountRow, "id" | "version">,
  result: NonNullable<PayoutAccountRow["providerCheck"]>,
): Promise<void> {
  const row = await lockAccount(ctx, id);
  if (row.version !== version || row.verifyStatus !== "pending") return;
  await assertGenuine(ctx, row);
  const now = ctx.now.toISOString();
  const { legalName } = await findMerchant(ctx, row.merchantId ?? "");
  const isVerified = result === "match" && !row.peopleDecide && nameMatch(row.holderName, legalName) >= nameMatchMin;
  const after = await updateAccount(ctx, row, {
    providerCheck: result,
    providerCheckTime: now,
    ...(isVerified ? { verifyStatus: "verified" as const, verifyTime: now } : {}),
  });
  if (isVerified) await publishAccountVerified(ctx, after);
}

/** One as it was read and as it was written, locked. */
async function lockedAccountAsRead(
  ctx: Context,
  { id, version }: Pick<InputOf<Operations["update"]>, "id" | "version">,
): Promise<PayoutAccountRow> {
  const row = await lockAccount(ctx, id);
  assertFresh(payoutAccount, version, row.version);
  return row;
}

async function assertGenuine(ctx: Context, row: PayoutAccountRow): Promise<void> {
  if (!(await ctx.seals.isGenuine(ctx.db, "payoutAccounts", row))) throw refuse("payoutAccount.altered");
}

export const changeAccount =
  (ring: () => KeyRing) =>
  async (ctx: Context, { id, version, ...input }: InputOf<Operations["update"]>): Promise<null> => {
    const row = await lockedAccountAsRead(ctx, { id, version });
    assertMayChange(ctx, row);
    await assertGenuine(ctx, row);
    const entered = numberOf(input);
    // The number it keeps names its country.
    const isElsewhere = !entered && row.numberKind === "iban" && input.country !== row.country;
    if (isElsewhere) throw refuse("payoutAccount.ibanElsewhere");
    const after = await updateAccount(ctx, row, {
      ...(await detailsOf(ctx, input, row, row)),
      ...(entered ? sealedNumber(ring(), id, entered) : {}),
      ...changed(ctx, row),
    });
    await askForCheck(ctx, after);
    return null;
  };

/** A merchant's account is the merchant's own to change: nobody of the operator says where its money goes. */
function assertMayChange(ctx: Context, { kind }: PayoutAccountRow): void {
  if (kind === "beneficiary" && !isOfMerchant(ctx.actor)) throw refuse("platform.forbidden");
}

export async function verifyAccount(
  ctx: Context,
  { isVerified, evidence, ...naming }: InputOf<Operations["verify"]>,
): Promise<null> {
  const row = await lockedAccountAsRead(ctx, naming);
  if (row.verifyStatus === "verified" || row.status !== "enabled") throw refuse("payoutAccount.notToVerify");
  await assertGenuine(ctx, row);
  for (const by of new Set([row.lastChangeUserId, ...(row.changerIds ?? []), row.doubtUserId]))
    await assertSomebodyElse(ctx, by, refuse("payoutAccount.ownChange"));
  ctx.recordReason(evidence);
  const after = await updateAccount(ctx, row, {
    verifyStatus: isVerified ? "verified" : "failed",
    verifyUserId: ctx.actor.userId,
    verifyUserName: ctx.actor.realName || null,
    verifyTime: ctx.now.toISOString(),
    verifyEvidence: evidence,
    peopleDecide: isVerified ? null : true,
    ...(isVerified ? { changerIds: null } : {}),
  });
  if (isVerified) await publishAccountVerified(ctx, after);
  return null;
}

export async function makeDefault(ctx: Context, naming: Naming): Promise<null> {
  const row = await lockedAccountAsRead(ctx, naming);
  assertMayChange(ctx, row);
  if (row.verifyStatus !== "verified" || row.status !== "enabled") throw refuse("payoutAccount.notUsable");
  const other = await defaultAccount(ctx.db, row);
  if (other?.id === row.id) return null;
  if (other) await updateAccount(ctx, await lockAccount(ctx, other.id), { isDefault: false });
  await updateAccount(ctx, row, { isDefault: true });
  return null;
}

/** Blocks an account at once, whoever sees the need; opened again it rests, and somebody else verifies it. */
export async function switchAccount(
  ctx: Context,
  { status, ...naming }: InputOf<Operations["setStatus"]>,
): Promise<null> {
  const row = await lockedAccountAsRead(ctx, naming);
  if (status === row.status) return null;
  if (status === "enabled") assertMayChange(ctx, row);
  await updateAccount(ctx, row, status === "enabled" ? { status, ...changed(ctx, row) } : { status });
  return null;
}

/** The number of an account in the clear: for the bank or provider that is to pay to it. */
export const openNumber = (ring: KeyRing, { id, numberSealed }: PayoutAccountRow): string =>
  open(ring, numberSealed, numberPlace(id));

/** Whom money goes to that goes to an account, in the clear: for the transfer, which keeps it sealed. */
export const beneficiaryIn = (ring: KeyRing, account: PayoutAccountRow): PayoutBeneficiary => {
  const { holderType, holderName, country, bankName, swift, routingNo, numberKind } = account;
  const number = openNumber(ring, account);
  return { holderType, holderName, country, bankName, swift, routingNo, numberKind, number };
};

export const revealNumber =
  (ring: () => KeyRing) =>
  async (ctx: Context, { id }: { readonly id: string }): Promise<{ number: string }> => {
    const row = await readAccount(ctx, id);
    ctx.recordChange({ table: "payoutAccounts", id, before: null, after: { number: "shown" }, isRead: true });
    return { number: openNumber(ring(), row) };
  };

/** An account by the words people know it by. */
export const labelOf = ({ bankName, last4 }: Pick<PayoutAccountRow, "bankName" | "last4">): string =>
  `${bankName} ·· ${last4}`;

/** What stands against paying to an account of a merchant now. */
export type PayeeObstacle = NonNullable<ReturnType<typeof payeeObstacleOf>>;

/** The account of a merchant that money is to go to, locked, with what stands against it. */
export async function payeeAccount(
  ctx: Context,
  { merchantId, mode, id }: { readonly merchantId: string; readonly mode: string; readonly id: string },
): Promise<{ readonly account: PayoutAccountRow; readonly unfit: PayeeObstacle | undefined }> {
  const account = await lockAccount(ctx, id);
  const isOwn = account.merchantId === merchantId && account.mode === mode;
  const isSound = isOwn && (await ctx.seals.isGenuine(ctx.db, "payoutAccounts", account));
  return { account, unfit: isSound ? payeeObstacleOf(account, ctx.now) : "accountNotUsable" };
}

/** Our account that a currency is paid from: verified by a second person, and as it was written. */
export async function fundingAccount(
  ctx: Context,
  of: Pick<PayoutAccountRow, "tenantId" | "mode" | "currency">,
): Promise<PayoutAccountRow | undefined> {
  const account = await defaultAccount(ctx.db, { ...of, merchantId: null });
  return account && (await isSoundFunding(ctx, account)) ? account : undefined;
}

const isSoundFunding = async (ctx: Context, account: PayoutAccountRow): Promise<boolean> =>
  account.status === "enabled" &&
  account.verifyStatus === "verified" &&
  (await ctx.seals.isGenuine(ctx.db, "payoutAccounts", account));

/** Whether money may have come in by an account: one of ours of that tenant, mode and currency, verified and as written. */
export async function isOurAccount(
  ctx: Context,
  { id, tenantId, mode, currency }: Pick<PayoutAccountRow, "id" | "tenantId" | "mode" | "currency">,
): Promise<boolean> {
  const account = await accountById(ctx.db, id);
  if (account?.kind !== "funding" || account.merchantId !== null) return false;
  const isOfPlace = account.tenantId === tenantId && account.mode === mode && account.currency === currency;
  return isOfPlace && isSoundFunding(ctx, account);
}

/** Money came back from an account: somebody else than who says so has to verify it anew before more is sent there. */
export async function revokeVerification(ctx: Context, id: string): Promise<void> {
  const row = await accountById(ctx.db, id);
  const doubtUserId = ctx.actor.userId > 0 ? ctx.actor.userId : null;
  if (row?.verifyStatus === "verified")
    await updateAccount(ctx, row, { verifyStatus: "unverified", doubtUserId, peopleDecide: true });
}
