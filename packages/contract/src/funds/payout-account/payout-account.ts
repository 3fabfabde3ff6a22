import { z } from "zod";
import { exportOf } from "../../kit/export.ts";
import { Code, doerName, Flag, field, Instant, Integer, optionalText, requiredText, Version } from "../../kit/field.ts";
import { exact, oneOf } from "../../kit/list.ts";
import { command, Done, list, query } from "../../kit/operation.ts";
import { auditFields } from "../../kit/record.ts";
import { defineResource } from "../../kit/resource.ts";
import { MerchantId } from "../../merchants/merchant/merchant.ts";
import { operatorOnly } from "../../operator-only.ts";
import { PaymentMode, SwitchStatus } from "../../payment-enumerations.ts";
import { Country, CountryCode, Currency, CurrencyCode, idOf, modeFilter } from "../../payment-fields.ts";
import { lookup, reference, storedReference } from "../../references.ts";
import { isIban, isSwift, plainNumber } from "./account-number.ts";
import { payoutAccountMessages } from "./payout-account.messages.ts";
import {
  AccountCheck,
  AccountNumberKind,
  HolderType,
  PayoutAccountKind,
  VerifyStatus,
} from "./payout-account-enumerations.ts";

/** Id of an account that money is sent to or from. */
export const PayoutAccountId = idOf("poa");

/** For as long as this an account rests after a change before money is sent to it. */
export const coolingHours = 24;

/** How like the merchant's legal name a holder's has to be, in hundredths, to pass without a second look. */
export const nameMatchMin = 90;

/** An account that money is sent to or from. Its number is kept sealed, and told by its last four characters. */
export const PayoutAccount = z.object({
  id: PayoutAccountId,
  kind: PayoutAccountKind.schema,
  merchantId: MerchantId.nullable(),
  merchantName: z.string().nullable(),
  mode: PaymentMode.schema,
  holderType: HolderType.schema,
  holderName: z.string(),
  /** How like the merchant's legal name that is, in hundredths. */
  nameMatch: operatorOnly(Integer),
  currency: CurrencyCode,
  country: CountryCode,
  bankName: z.string(),
  swift: Code.nullable(),
  routingNo: Code.nullable(),
  branch: z.string().nullable(),
  numberKind: AccountNumberKind.schema,
  last4: Code,
  /** Over which gateway account we pay from it; by hand at the bank where there is none. */
  gatewayAccountId: operatorOnly(storedReference("gatewayAccount")),
  gatewayAccountName: operatorOnly(z.string()),
  isDefault: Flag,
  status: SwitchStatus.schema,
  verifyStatus: VerifyStatus.schema,
  verifyUserName: doerName(),
  verifyTime: Instant.nullable(),
  /** By what whoever verified it made sure. */
  verifyEvidence: operatorOnly(z.string()),
  /** What a provider that tells such things says of the holder's name. */
  providerCheck: operatorOnly(AccountCheck.schema),
  providerCheckTime: operatorOnly(Instant),
  lastChangeTime: Instant,
  /** From when money may be sent to it, once it is verified. */
  restsUntil: Instant,
  /** Whether the reader changed it last, or said that money came back from it, and so cannot verify it. */
  isOwn: Flag,
  ...auditFields,
});
export type PayoutAccount = z.output<typeof PayoutAccount>;

const spec = {
  filters: {
    mode: modeFilter,
    kind: exact(PayoutAccountKind.schema),
    merchantId: oneOf(MerchantId),
    currency: oneOf(CurrencyCode),
    country: oneOf(Country),
    verifyStatus: oneOf(VerifyStatus.schema),
    status: oneOf(SwitchStatus.schema),
  },
  sortBy: ["createTime", "lastChangeTime"],
  defaultSort: { field: "createTime", order: "desc" },
} as const;

const Iban = field(z.string().max(64).refine(isIban, "payoutAccount.ibanInvalid").transform(plainNumber), {
  kind: "secret",
});
const AccountNo = field(
  z
    .string()
    .max(64)
    .transform(plainNumber)
    .refine((number) => /^[A-Z0-9]{4,34}$/.test(number), "payoutAccount.numberInvalid"),
  { kind: "secret" },
);
const Swift = field(z.string().trim().toUpperCase().max(11).refine(isSwift, "payoutAccount.swiftInvalid"), {
  kind: "code",
});

const details = {
  holderType: HolderType.schema,
  holderName: requiredText(128),
  country: Country,
  bankName: requiredText(128),
  swift: Swift.nullish(),
  /** What the country's banks are told apart by: sort code, ABA, BSB, bank and branch. */
  routingNo: field(
    z
      .string()
      .trim()
      .toUpperCase()
      .regex(/^[A-Z0-9-]{3,20}$/),
    { kind: "code" },
  ).nullish(),
  branch: optionalText(128),
  /** One of the two: whichever the country's banks go by. */
  iban: Iban.nullish(),
  accountNo: AccountNo.nullish(),
  /** Of ours alone. */
  gatewayAccountId: reference("gatewayAccount").nullish(),
};

const idAndVersion = { id: PayoutAccountId, version: Version };
const secretInputs = ["iban", "accountNo"];
const detailRefusals = [
  "numberNeeded",
  "ibanElsewhere",
  "ibanLength",
  "clabeInvalid",
  "routingInvalid",
  "gatewayAccountUnfit",
] as const;

/** Told when one was added or changed. */
export const payoutAccountTopic = "payoutAccount.changed";

export const payoutAccount = defineResource({
  name: "payoutAccount",
  record: PayoutAccount,
  refusals: {
    numberNeeded: { status: 422, field: "accountNo" },
    ibanElsewhere: { status: 422, field: "iban" },
    ibanInvalid: { status: 422, field: "iban" },
    ibanLength: { status: 422, field: "iban" },
    clabeInvalid: { status: 422, field: "accountNo" },
    routingInvalid: { status: 422, field: "routingNo" },
    numberInvalid: { status: 422, field: "accountNo" },
    swiftInvalid: { status: 422, field: "swift" },
    gatewayAccountUnfit: { status: 422, field: "gatewayAccountId" },
    ownChange: { status: 403 },
    notToVerify: { status: 409 },
    notUsable: { status: 409 },
    altered: { status: 409 },
  },
  operations: {
    /** Accounts of one mode, live unless told. */
    page: list(PayoutAccount, spec),
    detail: query(z.object({ id: PayoutAccountId }), PayoutAccount),
    /** For choosing an account of ours: those that are verified and not blocked. */
    list: query(
      z.object({ ...lookup("fundingAccount"), currency: CurrencyCode.nullish() }),
      z.array(
        z.object({
          id: PayoutAccountId,
          bankName: z.string(),
          holderName: z.string(),
          last4: z.string(),
          currency: z.string(),
          mode: PaymentMode.schema,
        }),
      ),
      { for: "operator" },
    ),
    /** A merchant adds an account of its own, the operator one that we pay from. Somebody else verifies it. */
    add: command(
      z.object({ mode: PaymentMode.schema.default("live"), currency: Currency, ...details }),
      PayoutAccountId,
      { stepUp: true, secretInputs, refusals: [...detailRefusals, "ibanInvalid", "numberInvalid", "swiftInvalid"] },
    ),
    /** Whatever changes is verified anew, and the account rests for a day. Without a number, it keeps the one it has. */
    update: command(z.object({ ...idAndVersion, version: Version.nullish(), ...details }), Done, {
      stepUp: true,
      secretInputs,
      refusals: [...detailRefusals, "altered"],
    }),
    /** Says that it is its holder's, or is not, by what was shown for it. Never by whoever changed it last. */
    verify: command(
      z.object({
        ...idAndVersion,
        isVerified: Flag,
        evidence: field(z.string().trim().min(1).max(500), { kind: "longText" }),
      }),
      Done,
      { for: "operator", stepUp: true, refusals: ["ownChange", "notToVerify", "altered"] },
    ),
    setDefault: command(z.object(idAndVersion), Done, { stepUp: true, refusals: ["notUsable"] }),
    /** Blocks it at once, or opens it again, after which it rests for a day. */
    setStatus: command(z.object({ ...idAndVersion, status: SwitchStatus.schema }), Done, { stepUp: true }),
    /** The whole number, for whoever pays by hand. */
    reveal: query(z.object({ id: PayoutAccountId }), z.object({ number: z.string() }), {
      for: "operator",
      stepUp: true,
      recorded: true,
    }),
    export: exportOf(spec),
  },
  menu: {
    path: "/finance/payout-account",
    component: "payout-account/payout-account.list",
    icon: "landmark",
    order: 230,
  },
  messages: payoutAccountMessages,
});
