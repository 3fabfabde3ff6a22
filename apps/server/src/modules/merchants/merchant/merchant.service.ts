import { allows } from "@countinghouse/contract/kit/lifecycle.ts";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import { type InputOf, permissionOf, type Resource } from "@countinghouse/contract/kit/resource.ts";
import {
  type MerchantAction,
  merchantLifecycle,
} from "@countinghouse/contract/merchants/merchant/merchant.lifecycle.ts";
import { merchant } from "@countinghouse/contract/merchants/merchant/merchant.ts";
import { isOfMerchant } from "../../../platform/access/actor.ts";
import { businessNumber } from "../../../platform/db/business-number.ts";
import { newId } from "../../../platform/db/new-id.ts";
import type { Context } from "../../../platform/http/context.ts";
import { assertOtherPerson } from "../../system/change-request/index.ts";
import { countOrgsBeyond } from "../../system/org/index.ts";
import { countTenants, findTenant } from "../../system/tenant/index.ts";
import {
  allCapabilities,
  dayOfReopening,
  isEditable,
  noCapabilities,
  takesNothing,
  windingUpCapabilities,
} from "./merchant.policy.ts";
import {
  insertMerchant,
  lockMerchant,
  type MerchantRow,
  moveMerchant,
  refuseMove,
  statusWord,
  updateMerchant,
} from "./merchant.store.ts";

type Operations = typeof merchant.operations;
type MerchantStepRule = InputOf<Operations["submit"]>;
type ReasonedStep = InputOf<Operations["reject"]>;

async function assertOrgMine(ctx: Context, tenantId: number, orgId: number): Promise<void> {
  if ((await countOrgsBeyond(ctx, tenantId, [orgId])) > 0) throw refuse("merchant.orgNotYours");
}

/** Tenant and organisation of a new merchant. A caller in scope of several tenants names one; it must be in scope. */
async function placeOf(ctx: Context, asked: number | null | undefined) {
  if (!asked && ctx.actor.scope.tenantId === null && (await countTenants(ctx)) > 1)
    throw refuse("merchant.tenantNeeded");
  const tenantId = asked ?? ctx.actor.tenantId;
  if (tenantId === ctx.actor.tenantId) return { tenantId, orgId: ctx.actor.orgId };
  const tenant = await findTenant(ctx, tenantId);
  if (!tenant?.orgId) throw refuse("merchant.tenantNotYours");
  return { tenantId, orgId: tenant.orgId };
}

export async function addMerchant(ctx: Context, input: InputOf<Operations["add"]>): Promise<string> {
  const place = await placeOf(ctx, input.tenantId);
  const orgId = input.orgId ?? place.orgId;
  await assertOrgMine(ctx, place.tenantId, orgId);
  const made = { id: newId("mer", ctx.now), merchantNo: businessNumber("MC", ctx.now) };
  const row = await insertMerchant(ctx, { ...input, ...made, tenantId: place.tenantId, orgId });
  return row.id;
}

export async function changeMerchant(ctx: Context, input: InputOf<Operations["update"]>): Promise<null> {
  const { id, version, orgId: asked, riskLevel: rated, ...profile } = input;
  const row = await lockMerchant(ctx, id, version);
  const isOwn = isOfMerchant(ctx.actor);
  if (!isEditable(isOwn, row.status)) {
    const values = { name: row.name, status: statusWord(ctx, row.status) };
    throw refuse("merchant.notEditable", values);
  }
  const orgId = isOwn ? row.orgId : (asked ?? row.orgId);
  if (orgId !== row.orgId) await assertOrgMine(ctx, row.tenantId, orgId);
  const riskLevel = isOwn ? row.riskLevel : rated;
  await updateMerchant(ctx, row, { ...profile, orgId, riskLevel });
  return null;
}

/** Locks a merchant for a transition; a forbidding state is reported before any other reason. */
async function lockFor(ctx: Context, { id, version }: MerchantStepRule, action: MerchantAction): Promise<MerchantRow> {
  const row = await lockMerchant(ctx, id, version);
  if (!allows(merchantLifecycle, row.status, action)) throw refuseMove(ctx, row, action);
  return row;
}

/** A transition decided by the state and the actor's rank alone. */
export const operatorStep =
  (action: "review" | "requestInfo") => async (ctx: Context, input: MerchantStepRule & { reason?: string }) => {
    const row = await lockFor(ctx, input, action);
    await moveMerchant(ctx, row, { action, ...(input.reason ? { reason: input.reason } : {}) });
    return null;
  };

/** Permissions to submit an application. */
const handing = (["submit", "resubmit"] as const).map((name) => permissionOf(merchant.name, name));

/** Submits the application; its submitter may not approve it. */
export const submitMerchant = (action: "submit" | "resubmit") => async (ctx: Context, input: MerchantStepRule) => {
  const row = await lockFor(ctx, input, action);
  await moveMerchant(ctx, row, { action, values: { submitUserId: ctx.actor.userId } });
  return null;
};

export async function approveMerchant(ctx: Context, input: MerchantStepRule): Promise<null> {
  const row = await lockFor(ctx, input, "approve");
  const { name } = row;
  await assertOtherPerson(ctx, { by: row.submitUserId, permissions: handing }, refuse("merchant.ownCase", { name }));
  if (row.riskLevel === "prohibited") throw refuse("merchant.prohibited", { name });
  await moveMerchant(ctx, row, { action: "approve", values: { approveUserId: ctx.actor.userId } });
  return null;
}

export async function rejectMerchant(ctx: Context, input: ReasonedStep): Promise<null> {
  const row = await lockFor(ctx, input, "reject");
  const values = { rejectTime: ctx.now.toISOString() };
  await moveMerchant(ctx, row, { action: "reject", reason: input.reason, values });
  return null;
}

export async function reopenMerchant(ctx: Context, input: MerchantStepRule): Promise<null> {
  const row = await lockFor(ctx, input, "reopen");
  const day = dayOfReopening(row.rejectTime, ctx.now);
  if (day) throw refuse("merchant.tooEarly", { name: row.name, day });
  const values = { submitUserId: null, approveUserId: null, rejectTime: null };
  await moveMerchant(ctx, row, { action: "reopen", values });
  return null;
}

/** A requirement for activation, and the resource that fulfils it. */
export interface ActivationRequirement {
  readonly resource: Resource;
  isMet(ctx: Context, merchantId: string): Promise<boolean>;
}

/** Refuses a merchant with unmet requirements, naming all of them. */
async function assertReady(ctx: Context, { id, name }: MerchantRow, requirements: readonly ActivationRequirement[]) {
  const lacking: Resource[] = [];
  for (const requirement of requirements) if (!(await requirement.isMet(ctx, id))) lacking.push(requirement.resource);
  if (lacking.length === 0) return;
  const missing = lacking.map(({ messages }) => messages[ctx.request.locale].title).join(" · ");
  const extras = { missing: lacking.map((resource) => resource.name) };
  throw refuse("merchant.notReady", { name, missing }, { extras });
}

export const activateMerchant =
  (requirements: readonly ActivationRequirement[]) => async (ctx: Context, input: MerchantStepRule) => {
    const row = await lockFor(ctx, input, "activate");
    // An approval stays valid, whatever happened to the approver since.
    const approved = { by: row.approveUserId, permissions: [] };
    await assertOtherPerson(ctx, approved, refuse("merchant.ownApproval", { name: row.name }));
    await assertReady(ctx, row, requirements);
    await moveMerchant(ctx, row, { action: "activate", values: allCapabilities });
    return null;
  };

export async function suspendMerchant(ctx: Context, input: InputOf<Operations["suspend"]>): Promise<null> {
  const { canPay, canRefund, canWithdraw, canPayout, reason } = input;
  const left = { canPay, canRefund, canWithdraw, canPayout };
  const row = await lockFor(ctx, input, "suspend");
  if (takesNothing(left)) throw refuse("merchant.nothingTaken");
  await moveMerchant(ctx, row, { action: "suspend", reason, values: left });
  return null;
}

/** A transition of an active merchant, with its capabilities from then on. */
export const restrictingStep =
  (action: "resume" | "close" | "withdraw") => async (ctx: Context, input: ReasonedStep) => {
    const row = await lockFor(ctx, input, action);
    const values = { resume: allCapabilities, close: windingUpCapabilities, withdraw: {} }[action];
    await moveMerchant(ctx, row, { action, reason: input.reason, values });
    return null;
  };

/** A condition for closing a merchant; answers what is still open. */
export type ClosingCondition = (ctx: Context, merchantId: string) => Promise<readonly string[]>;

/** Closes a merchant that took payments, once nothing is open. */
export const finishClosing =
  (endings: readonly ClosingCondition[]) => async (ctx: Context, input: MerchantStepRule) => {
    const row = await lockFor(ctx, input, "finishClosing");
    const left: string[] = [];
    for (const ending of endings) left.push(...(await ending(ctx, row.id)));
    if (left.length > 0) throw refuse("merchant.notSettled", { name: row.name, left: left.join(" · ") });
    await moveMerchant(ctx, row, { action: "finishClosing", values: noCapabilities });
    return null;
  };
