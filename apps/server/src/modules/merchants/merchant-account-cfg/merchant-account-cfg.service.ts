import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import { type InputOf, permissionOf, type ResultOf } from "@countinghouse/contract/kit/resource.ts";
import {
  type MerchantAccountCfg,
  merchantAccountCfg,
} from "@countinghouse/contract/merchants/merchant-account-cfg/merchant-account-cfg.ts";
import type { BusinessCalendar } from "@countinghouse/money/business-calendar.ts";
import { minorPerMajor } from "@countinghouse/money/currency.ts";
import { money } from "@countinghouse/money/money.ts";
import { captureDate } from "@countinghouse/money/settlement-date.ts";
import { toWire } from "@countinghouse/money/wire.ts";
import { newId } from "../../../platform/db/new-id.ts";
import { approveVersion, lockPending, rejectVersion } from "../../../platform/db/versions.ts";
import type { Context } from "../../../platform/http/context.ts";
import { businessCalendarOf } from "../../funds/calendar/index.ts";
import { assertOtherPerson } from "../../system/change-request/index.ts";
import { findMerchant, lockMerchant } from "../merchant/index.ts";
import {
  reserveFor,
  type SettlementFields,
  settlementDates,
  settlementTermsOf,
  termsContradiction,
  withdrawalFee,
} from "./merchant-account-cfg.policy.ts";
import { effectiveTerms, insertTerms, lockApproved, termsOfMerchant } from "./merchant-account-cfg.store.ts";

type Operations = typeof merchantAccountCfg.operations;
type Draft = InputOf<Operations["add"]>;
type Decision = InputOf<Operations["approve"]>;

const table = "accountTerms";

function assertSound(draft: Draft): void {
  const wrong = termsContradiction(draft);
  if (!wrong) return;
  throw refuse(`merchantAccountCfg.${wrong.code}`, {}, { field: wrong.field });
}

/** Requests a version of terms: it waits for approval by somebody else. */
export async function addTerms(ctx: Context, draft: Draft): Promise<string> {
  assertSound(draft);
  const { tenantId } = await lockMerchant(ctx, draft.merchantId);
  const { validFrom, ...terms } = draft;
  const values = {
    ...terms,
    id: newId("mac", ctx.now),
    tenantId,
    validFrom: validFrom ?? ctx.now.toISOString(),
  };
  const row = await insertTerms(ctx, values);
  return row.id;
}

export async function approveTerms(ctx: Context, decision: Decision): Promise<null> {
  const pending = await lockPending(ctx, table, merchantAccountCfg, decision);
  await lockMerchant(ctx, pending.merchantId);
  const asked = { by: pending.createUserId, permissions: [permissionOf(merchantAccountCfg.name, "add")] };
  await assertOtherPerson(ctx, asked, refuse("merchantAccountCfg.ownChange"));
  const siblings = await lockApproved(ctx, pending);
  await approveVersion(ctx, table, merchantAccountCfg, { pending, siblings });
  return null;
}

export async function rejectTerms(ctx: Context, decision: Decision & { readonly reason: string }): Promise<null> {
  const pending = await lockPending(ctx, table, merchantAccountCfg, decision);
  await lockMerchant(ctx, pending.merchantId);
  await rejectVersion(ctx, table, pending, decision.reason);
  return null;
}

export async function readHistory(
  ctx: Context,
  { merchantId }: InputOf<Operations["history"]>,
): Promise<MerchantAccountCfg[]> {
  await findMerchant(ctx, merchantId);
  return termsOfMerchant(ctx, merchantId);
}

export async function readEffective(
  ctx: Context,
  { merchantId, currency, at }: InputOf<Operations["effective"]>,
): Promise<MerchantAccountCfg[]> {
  await findMerchant(ctx, merchantId);
  return effectiveTerms(ctx, { merchantId, currency, at: at ? new Date(at) : ctx.now });
}

/** Default where terms name no calendar: banks close at weekends. */
const weekendsOnly: BusinessCalendar = { weekendDays: [6, 7], holidays: [], workingWeekends: [] };

/** The calendars that terms name, from the merchant's tenant. */
export const calendarsOf = async (
  ctx: Pick<Context, "actor" | "db">,
  tenantId: number,
  codes: readonly string[],
): Promise<BusinessCalendar[]> => {
  if (codes.length === 0) return [weekendsOnly];
  const reader = { db: ctx.db, actor: { ...ctx.actor, tenantId } };
  return Promise.all(codes.map((code) => businessCalendarOf(reader, code)));
};

const previewDays = 7;
/** Sample amount of a thousand units, to illustrate shares. */
const sampleUnits = 1_000n;

/** Effect of a draft compared with the terms in force; nothing is stored. */
export async function previewTerms(ctx: Context, draft: Draft): Promise<ResultOf<Operations["preview"]>> {
  assertSound(draft);
  await findMerchant(ctx, draft.merchantId);
  const currency = draft.settlementCurrency;
  const [before] = await effectiveTerms(ctx, { merchantId: draft.merchantId, currency, at: ctx.now });
  const datesOf = async (terms: SettlementFields & { readonly calendars: readonly string[] }) => {
    const calendars = await calendarsOf(ctx, ctx.actor.tenantId, terms.calendars);
    const settlement = settlementTermsOf(terms, calendars);
    const first = captureDate(ctx.now.getTime(), { zone: draft.settlementZone, cutOffSeconds: null });
    return { calendars, dates: settlementDates(settlement, { first, count: previewDays }) };
  };
  const [old, fresh] = [before ? await datesOf(before) : undefined, await datesOf(draft)];
  const amount = money(sampleUnits * minorPerMajor(currency), currency);
  const day = fresh.dates[0]?.settledOn ?? "";
  const after = reserveFor(draft, { amount, day, calendars: fresh.calendars });
  return {
    dates: fresh.dates.map(({ captureDay, settledOn, total }, index) => ({
      captureDay,
      before: old?.dates[index]?.settledOn ?? null,
      after: settledOn,
      beforeTotal: old?.dates[index]?.total ?? null,
      afterTotal: total,
    })),
    sample: toWire(amount),
    reserveBefore: before ? toWire(reserveFor(before, { amount, day, calendars: fresh.calendars }).withheld) : null,
    reserveAfter: toWire(after.withheld),
    reserveUntil: after.until,
    withdrawalBefore: before ? toWire(withdrawalFee(before, amount)) : null,
    withdrawalAfter: toWire(withdrawalFee(draft, amount)),
  };
}
