import { PublicAddress } from "@countinghouse/contract/address-field.ts";
import { Day, Flag, field, Id, Instant, optionalLongText, requiredText } from "@countinghouse/contract/kit/field.ts";
import { catalogue } from "@countinghouse/contract/kit/locale.ts";
import { command, Done, query } from "@countinghouse/contract/kit/operation.ts";
import { ById, updateInput } from "@countinghouse/contract/kit/record.ts";
import { defineResource } from "@countinghouse/contract/kit/resource.ts";
import { merchant } from "@countinghouse/contract/merchants/merchant/merchant.ts";
import { localeNames } from "@countinghouse/contract/names.ts";
import { PaymentMode, PaymentType } from "@countinghouse/contract/payment-enumerations.ts";
import {
  AmountLimits,
  Countries,
  Country,
  Currencies,
  Currency,
  FixedAmounts,
  SnakeCode,
  TimeZone,
} from "@countinghouse/contract/payment-fields.ts";
import { reference, severalOf } from "@countinghouse/contract/references.ts";
import { amountIn, rate6 } from "@countinghouse/contract/terms-fields.ts";
import { z } from "zod";

const { mcc, contactPhone } = merchant.operations.add.input.shape;

const fields = {
  title: requiredText(20),
  note: optionalLongText(40),
  count: field(z.number().int().min(1).max(10), { kind: "integer" }).nullish(),
  share: rate6(100_000).nullish(),
  isOn: Flag.default(false),
  currency: Currency.nullish(),
  amount: amountIn("currency").nullish(),
  day: Day.nullish(),
  moment: Instant.nullish(),
  secret: field(z.string().min(8).max(64), { kind: "secret" }).nullish(),
  settings: field(z.record(z.string(), z.string()), { kind: "json" }).nullish(),
  names: localeNames(20),
  mode: PaymentMode.schema.default("live"),
  type: PaymentType.schema.nullish(),
  types: field(z.array(PaymentType.schema), { kind: "list" }).nullish(),
  code: SnakeCode.nullish(),
  codes: field(z.array(field(z.string().regex(/^[A-Z]{2,6}$/), { kind: "code" })).max(2), { kind: "list" }).nullish(),
  lines: field(z.array(z.string().max(5)).max(3), { kind: "list" }).nullish(),
  currencies: Currencies.nullish(),
  countries: Countries.nullish(),
  country: Country.nullish(),
  mcc: mcc.nullish(),
  zone: TimeZone.nullish(),
  phone: contactPhone.nullish(),
  address: PublicAddress(100).nullish(),
  limits: AmountLimits.nullish(),
  fixed: FixedAmounts.nullish(),
  positionId: reference("sysPos").nullish(),
  positionIds: severalOf("sysPos", 5).nullish(),
};

const Sheet = z.object({ id: Id, version: z.number(), ...fields });

const words = {
  title: "Title",
  note: "Note",
  count: "Count",
  share: "Share",
  isOn: "Switched on",
  currency: "Currency",
  amount: "Amount",
  day: "Day",
  moment: "Moment",
  secret: "Secret",
  settings: "Settings",
  names: "Names",
  mode: "Mode",
  type: "Type",
  types: "Types",
  code: "Code",
  codes: "Codes",
  lines: "Lines",
  currencies: "Currencies",
  countries: "Countries",
  country: "Country",
  mcc: "Category",
  zone: "Zone",
  phone: "Phone",
  address: "Address",
  limits: "Limits",
  fixed: "Fixed amounts",
  positionId: "Position",
  positionIds: "Positions",
  id: "Id",
  version: "Version",
};
const actions = { add: "Add", update: "Edit", detail: "Details" };
const all = { title: "Sheets", fields: words, actions, refusals: {} };

/** A resource of the tests alone, with a field of every kind there is. */
export const sheet = defineResource({
  name: "sheet",
  record: Sheet,
  operations: {
    detail: query(ById, Sheet),
    add: command(z.object(fields), Id),
    update: command(z.object({ ...fields, ...updateInput }), Done),
  },
  messages: catalogue(all, all, all),
});

/** Name of a field of it. */
export type SheetField = keyof typeof fields;
