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

/** The entered account number with its kind; undefined where none was entered. */
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

/** An account number sealed for its account. */
export const sealedNumber = (ring: KeyRing, id: string, entered: NonNullable<ReturnType<typeof numberOf>>) => ({
  numberKind: entered.numberKind,
  numberSealed: seal(ring, entered.number, numberPlace(id)),
  last4: entered.number.slice(-4),
});

/** A value that is left out of a change stays as it is. */
const given = (entered: string | null | undefined, kept: string | null = null): string | null =>
  entered === undefined ? kept : entered;

/** The stored details besides the number. A merchant's account has no gateway account of ours. */
async function detailsOf(
  ctx: Context,
  input: Details,
  { merchantId, mode }: Pick<PayoutAccountRow, "merchantId" | "mode">,
  kept?: PayoutAccountRow,
) {
  const { holderType, holderName, country, bankName } = input;
  const routingNo = given(input.routingNo, kept?.routingNo);
  // Dashes are formatting; the digits carry a checksum.
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

/** The users who changed an account since its last verification, and the caller; system changes are left out. */
const changersOf = ({ actor }: Context, kept?: PayoutAccountRow): number[] => {
  const before = kept && kept.verifyStatus !== "verified" ? [...(kept.changerIds ?? []), kept.lastChangeUserId] : [];
  return [...new Set([...before, actor.userId])].filter((id): id is number => id !== null && id > 0);
};

/** Any change needs verification by an uninvolved person, and starts a cooling-off day. */
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

/** The merchant of the requesting user; null for the operator's users. */
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

/** Queue of account-holder checks at providers. */
export const accountCheckQueue = "payoutAccount.check";

/** Schedules a provider's check of a merchant's account holder. Our own accounts are verified by people only. */
async function askForCheck(ctx: Context, { id, kind, version }: PayoutAccountRow): Promise<void> {
  if (kind === "beneficiary") await ctx.enqueue({ queue: accountCheckQueue, data: { id, version } });
}

/** Stores a provider's check of an account holder; ignored where the account was changed or decided on meanwhile. */
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

/** An account in the version that was read, with a matching seal, locked. */
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
    // The stored IBAN determines the country.
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

/** Only the merchant's own users may change its account: the operator's users must not redirect its money. */
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

/**
 * Blocks an account at once, by any permitted user; an unblocked one has a cooling-off period, and another person
 * verifies it.
 */
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

/** The decrypted number of an account, for the bank or provider that pays to it. */
export const openNumber = (ring: KeyRing, { id, numberSealed }: PayoutAccountRow): string =>
  open(ring, numberSealed, numberPlace(id));

/** The decrypted payee of an account, for the transfer, which stores it sealed. */
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

/** The label of an account for people. */
export const labelOf = ({ bankName, last4 }: Pick<PayoutAccountRow, "bankName" | "last4">): string =>
  `${bankName} ·· ${last4}`;

/** Why a merchant's account cannot be paid to now. */
export type PayeeObstacle = NonNullable<ReturnType<typeof payeeObstacleOf>>;

/** A merchant's payee account, locked, with the obstacle to paying it. */
export async function payeeAccount(
  ctx: Context,
  { merchantId, mode, id }: { readonly merchantId: string; readonly mode: string; readonly id: string },
): Promise<{ readonly account: PayoutAccountRow; readonly unfit: PayeeObstacle | undefined }> {
  const account = await lockAccount(ctx, id);
  const isOwn = account.merchantId === merchantId && account.mode === mode;
  const isSound = isOwn && (await ctx.seals.isGenuine(ctx.db, "payoutAccounts", account));
  return { account, unfit: isSound ? payeeObstacleOf(account, ctx.now) : "accountNotUsable" };
}

/** Our account that funds a currency: verified by a second person, with a matching seal. */
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

/**
 * Whether an account may have received money: one of ours in that tenant, mode and currency, verified, with a matching
 * seal.
 */
export async function isOurAccount(
  ctx: Context,
  { id, tenantId, mode, currency }: Pick<PayoutAccountRow, "id" | "tenantId" | "mode" | "currency">,
): Promise<boolean> {
  const account = await accountById(ctx.db, id);
  if (account?.kind !== "funding" || account.merchantId !== null) return false;
  const isOfPlace = account.tenantId === tenantId && account.mode === mode && account.currency === currency;
  return isOfPlace && isSoundFunding(ctx, account);
}

/**
 * Revokes an account's verification after a return: an uninvolved person has to verify it anew before more is sent
 * there.
 */
export async function revokeVerification(ctx: Context, id: string): Promise<void> {
  const row = await accountById(ctx.db, id);
  const doubtUserId = ctx.actor.userId > 0 ? ctx.actor.userId : null;
  if (row?.verifyStatus === "verified")
    await updateAccount(ctx, row, { verifyStatus: "unverified", doubtUserId, peopleDecide: true });
}
