import { z } from "zod";
import { Day, field, Version } from "../../kit/field.ts";
import { command, Done, query } from "../../kit/operation.ts";
import { auditFields, changeInput } from "../../kit/record.ts";
import { defineResource } from "../../kit/resource.ts";
import { Country, idOf } from "../../payment-fields.ts";
import { rate6 } from "../../terms-fields.ts";
import { MerchantId } from "../merchant/merchant.ts";
import { OwnerRole } from "./file-enumerations.ts";
import { merchantOwnerMessages } from "./merchant-owner.messages.ts";

/** Id of an owner or director. */
export const OwnerId = idOf("own");

const fields = {
  name: field(z.string().trim().min(1).max(64), { kind: "text", personal: true }),
  role: OwnerRole.schema,
  /** Nationality. */
  country: Country,
  birthDate: Day.nullish(),
  /** Share of the merchant in millionths; all owners have 100 % at most. */
  share: rate6(1_000_000).default(0),
};

/** An owner, director or signatory of a merchant. */
export const MerchantOwner = z.object({ id: OwnerId, merchantId: MerchantId, ...fields, ...auditFields });
export type MerchantOwner = z.output<typeof MerchantOwner>;

const ById = z.object({ id: OwnerId });
const idAndVersion = { id: OwnerId, version: Version.nullish() };

export const merchantOwner = defineResource({
  name: "merchantOwner",
  record: MerchantOwner,
  for: "operator",
  refusals: { sharesExceeded: { status: 409, field: "share" } },
  operations: {
    /** A merchant's owners, the largest share first. */
    ofMerchant: query(z.object({ merchantId: MerchantId }), z.array(MerchantOwner)),
    detail: query(ById, MerchantOwner),
    add: command(z.object({ merchantId: MerchantId, ...fields }), OwnerId, {
      stepUp: true,
      refusals: ["sharesExceeded"],
    }),
    update: command(changeInput({ ...fields, ...idAndVersion }), Done, { stepUp: true, refusals: ["sharesExceeded"] }),
    delete: command(z.object(idAndVersion), Done),
  },
  messages: merchantOwnerMessages,
});
