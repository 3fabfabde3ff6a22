import type { CallInput } from "@countinghouse/contract/kit/resource.ts";
import type { merchant } from "@countinghouse/contract/merchants/merchant/merchant.ts";
import type { Insertable } from "kysely";
import { businessNumber } from "../src/platform/db/business-number.ts";
import { newId } from "../src/platform/db/new-id.ts";
import type { Tables } from "../src/platform/db/tables.ts";
import type { TestApp } from "./app.ts";
import { unique } from "./people.ts";

/** Particulars of a merchant as an operator enters them, with a registration number of its own. */
export const merchantProfile = (): CallInput<(typeof merchant)["operations"]["add"]> => ({
  name: unique("Shop "),
  legalName: "Shop Limited",
  type: "company",
  country: "GB",
  registrationNo: unique("R"),
  mcc: "5691",
  currency: "GBP",
  timezone: "Europe/London",
  contactName: "Ada Shaw",
  contactPhone: "+44 20 7946 0000",
  contactEmail: "ada@shop.example",
});

type MerchantParts = Partial<Insertable<Tables["merchants"]>> & { readonly tenantId: number; readonly orgId: number };

/** A merchant as a row; a draft unless told otherwise. */
export async function buildMerchant({ platform: { db, clock } }: TestApp, parts: MerchantParts): Promise<string> {
  const id = newId("mer", clock.now());
  await db
    .insertInto("merchants")
    .values({
      ...(merchantProfile() as Insertable<Tables["merchants"]>),
      id,
      merchantNo: businessNumber("MC", clock.now()),
      ...parts,
    })
    .execute();
  return id;
}
