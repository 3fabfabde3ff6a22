import { seededNames } from "@countinghouse/contract/platform/seeded-names.ts";
import { newId } from "../platform/db/new-id.ts";
import type { SeedContext } from "./seed-context.ts";

/** Name of the house, as the books show it. */
const name = seededNames.merchant.house;

/** What a customer would say of itself; of the house there is nothing to say. */
const untold = { type: "company", country: "ZZ", registrationNo: "HOUSE", mcc: "0000", timezone: "UTC" } as const;
const nobody = { contactName: "-", contactPhone: "-", contactEmail: "-" } as const;

/**
 * Gives each tenant that has organisations the merchant that stands for itself, once. Its book takes what belongs to no
 * customer: fees of a whole gateway account, corrections, movements at a bank.
 */
export async function seedHouses({ db, now, locale }: SeedContext): Promise<void> {
  const tenants = await db
    .selectFrom("orgs")
    .select(["tenantId", ({ fn }) => fn.min("id").as("orgId")])
    .where("pid", "=", 0)
    .where("tenantId", "not in", db.selectFrom("merchants").select("tenantId").where("isHouse", "=", true))
    .groupBy("tenantId")
    .orderBy("tenantId")
    .execute();
  for (const { tenantId, orgId } of tenants)
    await db
      .insertInto("merchants")
      .values({
        ...untold,
        ...nobody,
        id: newId("mer", now),
        tenantId,
        orgId,
        merchantNo: `HOUSE${tenantId}`,
        name: name[locale],
        legalName: name[locale],
        currency: "USD",
        status: "approved",
        isHouse: true,
      })
      .execute();
}
