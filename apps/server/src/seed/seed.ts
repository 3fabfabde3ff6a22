import { randomInt } from "node:crypto";
import { seededNames } from "@countinghouse/contract/platform/seeded-names.ts";
import { AccountType } from "@countinghouse/contract/system-enumerations.ts";
import { sql } from "kysely";
import { operatingTenantId } from "../platform/access/actor.ts";
import { ConfigError } from "../platform/config/config-error.ts";
import { installationKeys } from "../platform/crypto/installation-keys.ts";
import type { Platform } from "../platform/platform.ts";
import { sealPrices } from "../platform/seals/price-seals.store.ts";
import { demoNotices } from "./demo-words.ts";
import { seedPaymentMethods } from "./payment-methods.ts";
import type { SeedContext } from "./seed-context.ts";
import { seedDemo, seedSchedules } from "./seed-demo.ts";
import { grantBesideHome, grantStart, grantToAdministrators } from "./seed-grants.ts";
import { seedHouses } from "./seed-house.ts";
import { grantToMerchantRoles } from "./seed-merchant-roles.ts";
import { grantToOperatorRoles } from "./seed-operator-roles.ts";
import { seedConfigs, seedDictionaries, seedMenus } from "./seed-system.ts";
import { seedTenantParts } from "./seed-tenant.ts";
import { SeededRandom } from "./seeded-random.ts";
import { platformOrgs } from "./tenant-words.ts";

/** Ids of the rows of the first start. */
export const firstIds = { tenant: operatingTenantId, org: 1, user: 1 } as const;
/** The platform administrator's account. */
export const administratorAccount = "admin";

/** Whoever seeds holds this, whichever node it runs on; released at commit. */
const seedLock = sql`SELECT pg_advisory_xact_lock(7310455290011649)`;

/**
 * Brings the rows that the product needs into the database: settings, dictionaries, menus, the operator's tenant, the
 * administrator, and where configured the demonstration tenant. Adds what is missing and changes nothing that is there,
 * so that any number of nodes may call it at every start. Says the administrator's password once, when it is made.
 */
export async function seed(platform: Platform, say: (line: string) => void): Promise<void> {
  const password = chosenPassword(platform.config.adminPassword);
  const stored = (await hasAdministrator(platform))
    ? undefined
    : await installationKeys(platform.secret).passwords.hash(password);
  const isNew = await platform.db.transaction().execute(async (db) => {
    await seedLock.execute(db);
    const { language: locale, isProduction } = platform.config;
    const seeding: SeedContext = { db, now: platform.clock.now(), locale, isProduction };
    await seedSystem(seeding);
    const hasCredential = await db
      .selectFrom("credentials")
      .select("userId")
      .where("userId", "=", firstIds.user)
      .executeTakeFirst();
    if (hasCredential || !stored) return false;
    await db
      .insertInto("credentials")
      .values({
        userId: firstIds.user,
        passwordHash: stored.hash,
        pepperId: stored.pepperId,
        changedAt: seeding.now.toISOString(),
      })
      .execute();
    if (platform.config.seedDemo) {
      await seedHistory({ ...seeding, secret: platform.secret });
      await sealSeeded(db, platform);
    } else await seedPaymentMethods(seeding, firstIds.tenant);
    return true;
  });
  if (!isNew) return;
  say(`account   ${administratorAccount}`);
  say(
    platform.config.adminPassword
      ? "password  as given in COUNTINGHOUSE_ADMIN_PASSWORD"
      : `password  ${password}  (shown only now)`,
  );
}

/** Seals the prices that were seeded. */
async function sealSeeded(db: SeedContext["db"], { secret }: Pick<Platform, "secret">): Promise<void> {
  const { seals } = installationKeys(secret);
  await sealPrices(db, "feeRules", (row) => seals.made("feeRules", row));
  await sealPrices(db, "accountTerms", (row) => seals.made("accountTerms", row));
  await sealPrices(db, "rates", (row) => seals.made("rates", row));
}

/** Settings, dictionaries, menus and the operator's tenant with its administrator, who cannot sign in before a password is set. */
export async function seedSystem(seeding: SeedContext): Promise<void> {
  await seedConfigs(seeding);
  await seedDictionaries(seeding);
  const addedMenus = await seedMenus(seeding);
  const known = await seeding.db
    .selectFrom("tenants")
    .select("id")
    .where("id", "=", firstIds.tenant)
    .executeTakeFirst();
  if (known) {
    await grantToAdministrators(seeding, firstIds.tenant, addedMenus);
    await grantToMerchantRoles(seeding, addedMenus);
    await grantToOperatorRoles(seeding, addedMenus);
    await grantBesideHome(seeding, addedMenus);
    await seedHouses(seeding);
  } else await seedOperator(seeding);
}

async function seedOperator(seeding: SeedContext): Promise<void> {
  const { db, locale } = seeding;
  const { tenant: tenantId, org: orgId, user: userId } = firstIds;
  await db.insertInto("tenants").values({ id: tenantId, name: "Countinghouse", orderNo: 100 }).execute();
  const parts = await seedTenantParts(seeding, tenantId, platformOrgs, orgId);
  const realName = seededNames.person.administrator[locale];
  await db
    .insertInto("users")
    .values({
      id: userId,
      tenantId,
      orgId,
      account: administratorAccount,
      realName,
      accountType: AccountType.SuperAdmin,
      sex: 9,
    })
    .execute();
  await db.updateTable("tenants").set({ orgId, userId }).where("id", "=", tenantId).execute();
  await grantStart(seeding, parts.roles, true);
}

/** The demonstration tenant, and something to see for the administrator. */
async function seedHistory(seeding: Parameters<typeof seedDemo>[0]): Promise<void> {
  await seedDemo(seeding);
  const random = new SeededRandom(7);
  await seedSchedules({ ...seeding, random }, [firstIds.user], firstIds.tenant);
  await seedWelcome(seeding);
}

/** A notice to the administrator, so that the inbox of the first day is not empty. */
async function seedWelcome({ db, now, locale }: SeedContext): Promise<void> {
  const { tenant: tenantId, org: publicOrgId, user: userId } = firstIds;
  const [, plan] = demoNotices;
  if (!plan) return;
  const { id: noticeId } = await db
    .insertInto("notices")
    .values({
      tenantId,
      title: plan.title[locale],
      content: plan.content[locale],
      type: plan.type,
      status: 1,
      publicUserId: userId,
      publicUserName: "Countinghouse",
      publicOrgId,
      publicOrgName: platformOrgs.name[locale],
      publicTime: now.toISOString(),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db.insertInto("noticeUsers").values({ tenantId, noticeId, userId }).execute();
}

const hasAdministrator = async ({ db }: Platform): Promise<boolean> =>
  (await db.selectFrom("credentials").select("userId").where("userId", "=", firstIds.user).executeTakeFirst()) !==
  undefined;

/** Letters and digits that are not mistaken for each other when copied from a screen. */
const alphabet = "abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789";
const passwordLength = 20;

const isStrong = (password: string): boolean =>
  password.length >= 12 && /\p{L}/u.test(password) && /\p{N}/u.test(password);

/** The given password, or a random one. Refuses a given one that the password rule would refuse. */
function chosenPassword(given: string | undefined): string {
  if (given !== undefined) {
    if (isStrong(given)) return given;
    throw new ConfigError(
      "COUNTINGHOUSE_ADMIN_PASSWORD is too weak: give at least 12 characters with a letter and a digit.",
    );
  }
  for (;;) {
    const password = Array.from({ length: passwordLength }, () => alphabet[randomInt(alphabet.length)]).join("");
    if (isStrong(password)) return password;
  }
}
