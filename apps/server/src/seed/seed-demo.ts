import { AccountType, NoticeUserStatus } from "@countinghouse/contract/system-enumerations.ts";
import type { Insertable } from "kysely";
import type { InstallationSecret } from "../platform/config/installation-secret.ts";
import type { Tables } from "../platform/db/tables.ts";
import { calendarDaysOf } from "./demo-calendars.ts";
import {
  demoDevices,
  demoEntries,
  demoNotices,
  demoOrgs,
  demoPeople,
  demoPlaces,
  demoTenantName,
  type NoticePlan,
  type PersonPlan,
} from "./demo-words.ts";
import { dayMs, type SeedContext } from "./seed-context.ts";
import { seedGateways } from "./seed-gateways.ts";
import { grantPages, grantStart } from "./seed-grants.ts";
import { seedMerchants } from "./seed-merchants.ts";
import { seedRates } from "./seed-rates.ts";
import { seedRouting } from "./seed-routing.ts";
import { partOf, seedTenantParts, type TenantParts } from "./seed-tenant.ts";
import { seedTerms } from "./seed-terms.ts";
import { SeededRandom } from "./seeded-random.ts";

const seedNumber = 20_260_521;
/** Days of history before the first start. */
const historyDays = 60;

interface Person extends PersonPlan {
  readonly id: number;
  readonly orgId: number;
  readonly realName: string;
}

interface Demo extends SeedContext {
  readonly tenantId: number;
  readonly random: SeededRandom;
}

/**
 * Sets up the demonstration tenant with a small history: people in several organisations, their visits, notices with
 * readers, schedules, and the days on which banks rest. The same history each time, seen from the present day. Nobody of
 * them can sign in until an administrator resets a password.
 */
export async function seedDemo(seeding: SeedContext & { readonly secret: InstallationSecret }): Promise<void> {
  const { db, locale } = seeding;
  const { id: tenantId } = await db
    .insertInto("tenants")
    .values({ name: demoTenantName[locale], orderNo: 200 })
    .returning("id")
    .executeTakeFirstOrThrow();
  const demo: Demo = { ...seeding, tenantId, random: new SeededRandom(seedNumber) };
  const parts = await seedTenantParts(seeding, tenantId, demoOrgs);
  await grantStart(seeding, parts.roles, false);
  await grantWork(demo, parts);
  const people = await seedPeople(demo, parts);
  const [administrator] = people;
  await db
    .updateTable("tenants")
    .set({ orgId: partOf(parts.orgs, demoOrgs.code), userId: administrator?.id ?? null })
    .where("id", "=", tenantId)
    .execute();
  // The simulator never runs in production, so nothing there may lead to it.
  if (!seeding.isProduction) await seedGateways({ ...demo, secret: seeding.secret });
  await seedMerchants(demo, parts, people);
  await seedTerms(demo, people);
  if (!seeding.isProduction) await seedRouting(demo, people);
  await seedCalendars(demo);
  if (!seeding.isProduction) await seedRates(demo);
  await seedVisits(demo, people);
  await seedNotices(demo, people);
  await seedSchedules(
    demo,
    people.map(({ id }) => id),
    tenantId,
  );
}

/** Merchants, and what is agreed with them. */
const merchantPages = [
  "merchant",
  "coinApp",
  "merchantAccountCfg",
  "merPaymentMethodCfg",
  "merPaymentTypeCfg",
  "merGatewayAccountCfg",
  "merPayChannelCfg",
];

/** What those merchants take, what they have with us, and what their servers are told. */
const tradePages = [
  "coinOrder",
  "capture",
  "paymentAttempt",
  "merchantBalance",
  "settlementLine",
  "merDeposit",
  "merchantWebhookConfig",
  "webhook",
];

/** What the roles of the demonstration may open beside the home page. */
async function grantWork(demo: Demo, { orgs, roles }: TenantParts): Promise<void> {
  await grantPages(demo, partOf(roles, "sys_deptChild"), [
    "sysUser",
    "sysOrg",
    "sysNotice",
    "sysLogVis",
    ...merchantPages,
    ...tradePages,
  ]);
  await grantPages(demo, partOf(roles, "sys_dept"), ["sysUser", "sysNotice", ...merchantPages, ...tradePages]);
  await grantPages(demo, partOf(roles, "sys_define"), ["sysUser", "sysLogVis", "sysLogDiff", ...tradePages]);
  const chosen = ["MC-FIN", "MC-FIN-RC", "MC-RSK"].map((code) => ({
    roleId: partOf(roles, "sys_define"),
    orgId: partOf(orgs, code),
  }));
  await demo.db.insertInto("roleOrgs").values(chosen).execute();
}

async function seedPeople({ db, tenantId, locale, now, random }: Demo, parts: TenantParts): Promise<Person[]> {
  const rows = demoPeople.map((plan, index) => ({
    tenantId,
    account: plan.account,
    realName: plan.name[locale],
    accountType: index === 0 ? AccountType.SysAdmin : AccountType.NormalUser,
    sex: plan.sex,
    orgId: partOf(parts.orgs, plan.org),
    posId: partOf(parts.positions, plan.position),
    jobNum: `MC${String(index + 1).padStart(4, "0")}`,
    email: `${plan.account}@meridian.example`,
    joinDate: dayOf(now.getTime() - random.between(200, 2400) * dayMs),
    orderNo: 100 + index,
    status: plan.account === "ma.chao" ? (2 as const) : (1 as const),
  }));
  const inserted = await db
    .insertInto("users")
    .values(rows)
    .returning(["id", "account", "orgId", "realName"])
    .execute();
  const people = inserted.map((row) => ({ ...planOf(row.account), ...row }));
  await db
    .insertInto("userRoles")
    .values(people.map(({ id, role }) => ({ userId: id, roleId: partOf(parts.roles, role) })))
    .execute();
  await seedHeads(db, people);
  return people;
}

function planOf(account: string): PersonPlan {
  const plan = demoPeople.find((one) => one.account === account);
  if (!plan) throw new Error(`nobody of the demonstration is called ${account}`);
  return plan;
}

/** Heads of department lead their organisation, and are the managers of the others in it. */
async function seedHeads(db: SeedContext["db"], people: readonly Person[]): Promise<void> {
  for (const head of people.filter(({ position }) => position === "head" || position === "gm")) {
    await db.updateTable("orgs").set({ directorId: head.id }).where("id", "=", head.orgId).execute();
    await db
      .updateTable("users")
      .set({ managerUserId: head.id })
      .where("orgId", "=", head.orgId)
      .where("id", "<>", head.id)
      .execute();
  }
}

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

async function seedVisits(demo: Demo, people: readonly Person[]): Promise<void> {
  const { db, now, random } = demo;
  const rows: Insertable<Tables["visits"]>[] = [];
  const last = new Map<number, Insertable<Tables["visits"]>>();
  for (let daysAgo = historyDays; daysAgo >= 1; daysAgo -= 1) {
    const day = now.getTime() - daysAgo * dayMs;
    const isWeekend = [0, 6].includes(new Date(day).getUTCDay());
    for (const person of people) {
      if (!random.chance(isWeekend ? 0.08 : 0.55)) continue;
      const visits = visitsOf(demo, person, day);
      rows.push(...visits);
      const entry = visits.find(({ status, visitType }) => status === "200" && visitType === 1);
      if (entry) last.set(person.id, entry);
    }
  }
  rows.sort((a, b) => String(a.createTime).localeCompare(String(b.createTime)));
  for (let from = 0; from < rows.length; from += 500)
    await db
      .insertInto("visits")
      .values(rows.slice(from, from + 500))
      .execute();
  for (const [id, visit] of last) {
    await db
      .updateTable("users")
      .set({
        lastLoginTime: visit.createTime,
        lastLoginIp: visit.remoteIp ?? null,
        lastLoginAddress: visit.location ?? null,
        lastLoginDevice: `${visit.browser}, ${visit.os}`,
      })
      .where("id", "=", id)
      .execute();
  }
}

/** One working day of a person: now and then a wrong password, a sign-in, mostly a sign-out. */
function visitsOf({ tenantId, locale, random }: Demo, person: Person, day: number): Insertable<Tables["visits"]>[] {
  const place = demoPlaces.find(({ org }) => person.org.startsWith(org)) ?? demoPlaces.at(-1);
  const [browser, os] = demoDevices[person.id % demoDevices.length] ?? ["Chrome 148", "Windows 11"];
  const start = Math.floor(day / dayMs) * dayMs + random.between(0, 3 * 60) * 60_000 + random.between(0, 59_999);
  const from = {
    tenantId,
    account: person.account,
    realName: person.realName,
    remoteIp: `${place?.ip ?? "192.0.2."}${(person.id * 7) % 250}`,
    location: place?.place[locale] ?? null,
    longitude: place?.longitude ?? null,
    latitude: place?.latitude ?? null,
    browser,
    os,
  };
  const visit = (time: number, facts: Pick<Insertable<Tables["visits"]>, "visitType" | "status" | "actionName">) => ({
    ...from,
    ...facts,
    createTime: new Date(time).toISOString(),
    elapsed: random.between(38, 420),
  });
  const rows = random.chance(0.07)
    ? [visit(start - 40_000, { visitType: 1, status: "401", actionName: "sysAuth:login" })]
    : [];
  rows.push(visit(start, { visitType: 1, status: "200", actionName: "sysAuth:login" }));
  if (random.chance(0.8)) {
    rows.push(
      visit(start + random.between(4, 9) * 3_600_000, { visitType: 2, status: "200", actionName: "sysAuth:logout" }),
    );
  }
  return rows;
}

/** The days of this year and the next on which banks rest, or work at a weekend. */
async function seedCalendars({ db, tenantId, locale, now }: Demo): Promise<void> {
  const year = now.getUTCFullYear();
  const rows = [year, year + 1]
    .flatMap(calendarDaysOf)
    .map(({ calendar, day, name, kind }) => ({ tenantId, calendar, day, kind, name: name[locale] }));
  await db.insertInto("businessDays").values(rows).execute();
}

async function seedNotices(demo: Demo, people: readonly Person[]): Promise<void> {
  const [author] = people;
  if (!author) return;
  for (const plan of demoNotices) await seedNotice(demo, plan, author, people);
}

async function seedNotice(
  { db, tenantId, locale, now, random }: Demo,
  plan: NoticePlan,
  author: Person,
  people: readonly Person[],
) {
  const published = plan.daysAgo === undefined ? null : new Date(now.getTime() - plan.daysAgo * dayMs);
  const { id: noticeId } = await db
    .insertInto("notices")
    .values({
      tenantId,
      title: plan.title[locale],
      content: plan.content[locale],
      type: plan.type,
      status: published ? 1 : 0,
      publicUserId: author.id,
      publicUserName: author.realName,
      publicOrgId: author.orgId,
      publicOrgName: demoOrgs.name[locale],
      publicTime: published?.toISOString() ?? null,
      createTime: (published ?? now).toISOString(),
      createUserId: author.id,
      createUserName: author.realName,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  if (!published) return;
  const readers = people.map(({ id: userId }) => {
    const readTime = random.chance(0.72) ? new Date(published.getTime() + random.between(5, 1200) * 60_000) : null;
    const isRead = readTime !== null && readTime < now;
    return {
      tenantId,
      noticeId,
      userId,
      readStatus: isRead ? NoticeUserStatus.READ : NoticeUserStatus.UNREAD,
      readTime: isRead ? readTime.toISOString() : null,
    };
  });
  await db.insertInto("noticeUsers").values(readers).execute();
}

/** Fills calendars around the present day; past entries are mostly done. */
export async function seedSchedules(
  { db, locale, now, random }: SeedContext & { random: SeededRandom },
  userIds: readonly number[],
  tenantId: number,
) {
  const rows: Insertable<Tables["schedules"]>[] = [];
  for (const userId of userIds) {
    for (let offset = -14; offset <= 14; offset += 1) {
      if (!random.chance(0.3)) continue;
      const entry = random.pick(demoEntries);
      rows.push({
        tenantId,
        userId,
        scheduleTime: dayOf(now.getTime() + offset * dayMs),
        startTime: entry.start,
        endTime: entry.end,
        content: entry.content[locale],
        status: offset < 0 && random.chance(0.85) ? 1 : 0,
      });
    }
  }
  if (rows.length > 0) await db.insertInto("schedules").values(rows).execute();
}
