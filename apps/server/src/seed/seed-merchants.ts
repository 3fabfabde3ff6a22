import { type LocalizedText, text3 } from "@countinghouse/contract/kit/locale.ts";
import {
  type MerchantAction,
  type MerchantState,
  merchantLifecycle,
} from "@countinghouse/contract/merchants/merchant/merchant.lifecycle.ts";
import { AccountType } from "@countinghouse/contract/system-enumerations.ts";
import { exponentOf, currency as knownCurrency } from "@countinghouse/money/currency.ts";
import type { Insertable } from "kysely";
import { businessNumber } from "../platform/db/business-number.ts";
import { newId } from "../platform/db/new-id.ts";
import type { Tables } from "../platform/db/tables.ts";
import { demoMember, demoMerchants, type MerchantPlan } from "./demo-merchants.ts";
import { dayMs, type SeedContext } from "./seed-context.ts";
import { partOf, type TenantParts } from "./seed-tenant.ts";
import type { SeededRandom } from "./seeded-random.ts";

interface Demo extends SeedContext {
  readonly tenantId: number;
  readonly random: SeededRandom;
}

interface Person {
  readonly id: number;
  readonly realName: string;
}

type Row = Insertable<Tables["merchants"]>;

/** The steps that lead to each state. */
const begun = ["submit", "review"] as const;
const business = [...begun, "approve", "activate"] as const;
const ways: Readonly<Record<MerchantState, readonly MerchantAction[]>> = {
  draft: [],
  submitted: ["submit"],
  under_review: begun,
  more_info: [...begun, "requestInfo"],
  rejected: [...begun, "reject"],
  approved: [...begun, "approve"],
  active: business,
  suspended: [...business, "suspend"],
  closing: [...business, "close"],
  closed: ["withdraw"],
};

/** Why somebody took a step that has to say so. */
const reasons: Partial<Record<MerchantAction, LocalizedText>> = {
  requestInfo: text3(
    "Proof of the registered address, not older than three months",
    "请补充近三个月内的注册地址证明",
    "請補三個月內的登記地址證明",
  ),
  reject: text3("Licence for package travel missing", "缺少旅行社经营许可", "缺少旅行業執照"),
  suspend: text3("Chargebacks above the scheme's limit", "拒付率超过卡组织上限", "爭議款比率超過卡組織上限"),
  close: text3("Contract ended by the merchant", "商户主动终止合同", "特店主動終止合約"),
};

const all = { canPay: true, canRefund: true, canWithdraw: true, canPayout: true };
const may: Partial<Record<MerchantState, Partial<Row>>> = {
  active: all,
  suspended: { ...all, canPay: false, canPayout: false },
  closing: { ...all, canPay: false },
};

/** Merchants of several countries at several points of their onboarding, and somebody who signs in for the first. */
export async function seedMerchants(demo: Demo, parts: TenantParts, people: readonly Person[]): Promise<void> {
  const ids: string[] = [];
  for (const plan of demoMerchants) ids.push(await seedMerchant(demo, plan, parts, people));
  await seedMember(demo, parts, ids[0] ?? "");
}

async function seedMerchant(
  demo: Demo,
  plan: MerchantPlan,
  { orgs }: TenantParts,
  people: readonly Person[],
): Promise<string> {
  const { db, tenantId, now, random } = demo;
  const [maker, checker] = [people[1], people[2]];
  if (!maker || !checker) throw new Error("the demonstration needs two people to enter and to check merchants");
  // Whoever trades has done so for the whole year that is shown.
  const isTrading = plan.status === "active";
  const start = new Date(now.getTime() - (isTrading ? random.between(380, 480) : random.between(60, 400)) * dayMs);
  const steps = ways[plan.status];
  const id = newId("mer", start);
  const day = (offset: number) => new Date(start.getTime() + offset * dayMs).toISOString();
  await db
    .insertInto("merchants")
    .values({
      ...particulars(demo, plan),
      ...may[plan.status],
      id,
      tenantId,
      merchantNo: businessNumber("MC", start),
      orgId: partOf(orgs, plan.org),
      status: plan.status,
      statusReason: reasonOf(steps.at(-1), demo),
      submitUserId: steps.includes("submit") ? maker.id : null,
      approveUserId: steps.includes("approve") ? checker.id : null,
      rejectTime: plan.status === "rejected" ? day(steps.length) : null,
      createTime: start.toISOString(),
      createUserId: maker.id,
      createUserName: maker.realName,
    })
    .execute();
  let fromStatus: MerchantState | null = null;
  for (const [index, action] of (["add", ...steps] as const).entries()) {
    const toStatus: MerchantState = action === "add" ? "draft" : merchantLifecycle.actions[action].to;
    const at = day(index);
    const who = ["review", "approve", "requestInfo", "reject"].includes(action) ? checker : maker;
    const step = { merchantId: id, id: newId("mst", new Date(at)), at, action, fromStatus, toStatus };
    const reason = action === "add" ? null : reasonOf(action, demo);
    await db
      .insertInto("merchantSteps")
      .values({ ...step, reason, userId: who.id, userName: who.realName })
      .execute();
    fromStatus = toStatus;
  }
  return id;
}

const reasonOf = (action: MerchantAction | undefined, { locale }: SeedContext): string | null =>
  (action && reasons[action]?.[locale]) ?? null;

/** What a merchant tells about itself. */
function particulars({ random, locale }: Demo, plan: MerchantPlan) {
  const units = 10n ** BigInt(exponentOf(knownCurrency(plan.currency)));
  return {
    name: plan.name[locale],
    legalName: plan.legalName,
    nameEn: plan.name.en,
    type: "company" as const,
    country: plan.country,
    registrationNo: `${plan.country}${random.between(10_000_000, 99_999_999)}`,
    // A draft is still asked for it.
    registeredAddress: plan.status === "draft" ? null : plan.address,
    mcc: plan.mcc,
    website: `https://${plan.site}.example`,
    currency: plan.currency,
    timezone: plan.timezone,
    expectedMonthlyVolume: String(BigInt(random.between(20, 900)) * 1000n * units),
    averageTicket: String(BigInt(random.between(15, 240)) * units),
    contactName: plan.contact,
    contactPhone: `${plan.phone}${random.between(100, 999)}`,
    contactEmail: `hello@${plan.site}.example`,
    riskLevel: plan.risk,
  };
}

/** A person who sees one merchant and nothing else. Cannot sign in until an administrator resets the password. */
async function seedMember({ db, tenantId, locale }: Demo, { orgs, roles }: TenantParts, merchantId: string) {
  const { account, name, role } = demoMember;
  const roleId = partOf(roles, role);
  const { id: userId } = await db
    .insertInto("users")
    .values({
      tenantId,
      account,
      realName: name[locale],
      accountType: AccountType.Member,
      orgId: partOf(orgs, "MC-EA-SH"),
      merchantId,
      sex: 2,
      orderNo: 300,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db.insertInto("userRoles").values({ userId, roleId }).execute();
}
