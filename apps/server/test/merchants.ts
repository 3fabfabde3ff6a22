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

interface Owner {
  readonly tenantId: number;
  readonly merchantId: string;
}

/** Somebody who owns all of a merchant. */
export async function buildOwner({ platform: { db, clock } }: TestApp, owner: Owner): Promise<string> {
  const id = newId("own", clock.now());
  const person = { name: "Ada Shaw", role: "owner", country: "GB", share: 1_000_000 } as const;
  await db
    .insertInto("merchantOwners")
    .values({ ...owner, ...person, id })
    .execute();
  return id;
}

/** A document whose file came and which nobody has judged. */
export async function buildDocument({ platform: { db, clock } }: TestApp, owner: Owner): Promise<string> {
  const id = newId("doc", clock.now());
  const file = { fileName: "registration.pdf", fileBytes: 9, receivedBytes: 9, parts: 1 };
  await db
    .insertInto("merchantDocuments")
    .values({ ...owner, ...file, id, kind: "registration", status: "waiting" })
    .execute();
  return id;
}
