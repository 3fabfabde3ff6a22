import { z } from "zod";
import { exportOf } from "../../kit/export.ts";
import { Code, Flag, field, Instant, Integer, optionalText, requiredText, Version } from "../../kit/field.ts";
import { between, exact, numbered, oneOf, prefix } from "../../kit/list.ts";
import { command, Done, list, query } from "../../kit/operation.ts";
import { defineResource } from "../../kit/resource.ts";
import { MerchantId } from "../../merchants/merchant/merchant.ts";
import { amounts, Country, Currency, CurrencyCode, modeFilter } from "../../payment-fields.ts";
import { filePartBytes } from "../../platform/file-parts.ts";
import { largerInput } from "../../platform/input-limits.ts";
import { ofRealMoney, whereChanged } from "../../platform/second-person.ts";
import { reference } from "../../references.ts";
import { CashoutTerms } from "../cashout/cashout.ts";
import {
  enteredAmount,
  OutboundRemark,
  outboundMode,
  outboundRefusals,
  transferCommands,
} from "../cashout/outbound.ts";
import { HolderType } from "../payout-account/payout-account-enumerations.ts";
import { beneficiaryFields } from "./beneficiary.ts";
import { payoutOrderMessages } from "./payout-order.messages.ts";
import {
  PayoutMethod,
  PayoutOrderReturn,
  PayoutOrderStatus,
  PayoutPurpose,
  WalletType,
} from "./payout-order-enumerations.ts";
import {
  PayoutFileCheck,
  PayoutOrder,
  PayoutOrderDetail,
  PayoutOrderId,
  PayoutOrderPreview,
} from "./payout-order-record.ts";

/** The largest file of payout orders that is taken, in bytes, and its most rows below the heading. */
export const payoutFileBytesMax = filePartBytes;
export const payoutFileRowsMax = 300;

const words = z.string().nullable();

const spec = {
  filters: {
    mode: modeFilter,
    applyTime: between(Instant),
    merchantId: oneOf(MerchantId),
    appId: exact(reference("coinApp")),
    payoutOrderNo: numbered("PY"),
    merchantPayoutNo: prefix(field(z.string().trim().max(64), { kind: "code" })),
    status: oneOf(PayoutOrderStatus.schema),
    currency: oneOf(CurrencyCode),
    country: oneOf(Country),
    method: oneOf(PayoutMethod.schema),
    amount: amounts("currency"),
  },
  sortBy: ["applyTime", "amount"],
  defaultSort: { field: "applyTime", order: "desc" },
} as const;

const ById = z.object({ id: PayoutOrderId });
const naming = { id: PayoutOrderId, version: Version };
const transfer = transferCommands(PayoutOrderId);
const mode = outboundMode;

/** The merchant's own number: letters, digits and what people part them by. */
export const MerchantPayoutNo = field(
  z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9._:/-]{1,64}$/),
  { kind: "code" },
);

const Amount = enteredAmount("currency");
const asked = { mode, currency: Currency, amount: Amount };
const secret = (max: number) => field(z.string().trim().max(max), { kind: "secret" }).nullish();
const code = (max: number) => field(z.string().trim().max(max), { kind: "code" }).nullish();

/** Whom it goes to; which of the details are needed follows from the country and the method. */
const beneficiary = {
  beneficiaryType: HolderType.schema,
  beneficiaryName: field(requiredText(128), { kind: "text", personal: true }),
  country: Country,
  method: PayoutMethod.schema,
  bankName: optionalText(128),
  swift: code(16),
  bankCode: code(24),
  branchCode: code(24),
  iban: secret(64),
  accountNo: secret(64),
  address: optionalText(200),
  walletType: WalletType.schema.nullish(),
  walletAddress: secret(128),
};

/** What a payout order is asked for with. */
const added = {
  ...asked,
  merchantPayoutNo: MerchantPayoutNo,
  ...beneficiary,
  purpose: PayoutPurpose.schema,
  reference: field(z.string().trim().max(35), { kind: "text" }).nullish(),
};
const secretInputs = ["iban", "accountNo", "walletAddress"];

/** One row of a file as it is read: the same that a form asks for. */
export const PayoutFileInput = z.object(added).omit({ mode: true });

const uploaded = {
  mode,
  appId: reference("coinApp").nullish(),
  fileName: requiredText(128),
  data: z.base64().max(Math.ceil(payoutFileBytesMax / 3) * 4),
};
const largeFile = { bytes: 720_000 };

/** Why a payout order cannot be asked for. */
const askingRefusals = [
  "amountInvalid",
  "dailyLimit",
  "payoutsSuspended",
  "otherCurrencyNegative",
  "termsMissing",
  "merchantAlone",
] as const;
const beneficiaryRefusals = [
  "countryRefused",
  "beneficiaryInvalid",
  "fieldNeeded",
  "ibanInvalid",
  "ibanElsewhere",
  "swiftInvalid",
  "swiftElsewhere",
  "routingNumberInvalid",
  "clabeInvalid",
  "bankCodeInvalid",
  "branchCodeInvalid",
  "accountNoInvalid",
  "walletInvalid",
] as const;
const fileRefusals = ["emptyFile", "unreadable", "tooManyRows", "columnMissing", "merchantAlone", "appUnfit"] as const;

/** Told when one was asked for or changed. */
export const payoutOrderTopic = "payoutOrder.changed";

export const payoutOrder = defineResource({
  name: "payoutOrder",
  record: PayoutOrder,
  refusals: {
    ...outboundRefusals,
    payoutsSuspended: { status: 403 },
    beneficiaryInvalid: { status: 422 },
    fieldNeeded: { status: 422 },
    ibanInvalid: { status: 422, field: "iban" },
    ibanElsewhere: { status: 422, field: "iban" },
    swiftInvalid: { status: 422, field: "swift" },
    swiftElsewhere: { status: 422, field: "swift" },
    routingNumberInvalid: { status: 422, field: "bankCode" },
    clabeInvalid: { status: 422, field: "accountNo" },
    bankCodeInvalid: { status: 422, field: "bankCode" },
    branchCodeInvalid: { status: 422, field: "branchCode" },
    accountNoInvalid: { status: 422, field: "accountNo" },
    walletInvalid: { status: 422, field: "walletAddress" },
    countryRefused: { status: 422, field: "country" },
    matchUnexplained: { status: 409, field: "remark" },
    duplicatePayoutNo: { status: 409, field: "merchantPayoutNo", constraint: "payout_orders_merchant_no_unique" },
    retriedAlready: { status: 409, constraint: "payout_orders_retry_unique" },
    appUnfit: { status: 422, field: "appId" },
    emptyFile: { field: "data" },
    unreadable: { field: "data" },
    tooManyRows: { field: "data" },
    columnMissing: { field: "data" },
    rowsRefused: { status: 409 },
    nothingToPay: { status: 409 },
  },
  operations: {
    /** Payout orders of one mode, live unless told. */
    page: list(PayoutOrder, spec),
    detail: query(ById, PayoutOrderDetail),
    /** What the caller's merchant may pay out of a currency. */
    terms: query(z.object({ mode, currency: Currency }), CashoutTerms, { refusals: ["merchantAlone"] }),
    /** Which details a beneficiary of a country is known by, and how each is written. */
    beneficiarySchema: query(
      z.object({ country: Country, method: PayoutMethod.schema }),
      z.array(z.object({ field: z.enum(beneficiaryFields), isNeeded: Flag, pattern: words })),
    ),
    /** What a payout order would come to now. Nothing is stored. */
    preview: query(z.object(asked), PayoutOrderPreview, { method: "POST", refusals: askingRefusals }),
    /** Asks for one; what it takes is set aside at once. */
    add: command(
      z.object({ ...added, appId: reference("coinApp").nullish() }),
      z.object({ id: PayoutOrderId, payoutOrderNo: Code, status: PayoutOrderStatus.schema }),
      {
        stepUp: true,
        secretInputs,
        refusals: [...askingRefusals, ...beneficiaryRefusals, "duplicatePayoutNo", "appUnfit"],
      },
    ),
    /** Looks at every row of a file as {@link add} would, and asks for nothing. */
    batchCheck: command(largerInput(z.object(uploaded), largeFile), PayoutFileCheck, {
      refusals: fileRefusals,
      secretInputs: ["data"],
    }),
    /** Asks for all rows of a file together, or for none. Refused rows are left out only when told to. */
    batchAdd: command(
      largerInput(z.object({ ...uploaded, leaveOutRefused: Flag.default(false) }), largeFile),
      z.object({ added: Integer, present: Integer, leftOut: Integer }),
      { stepUp: true, secretInputs: ["data"], refusals: [...fileRefusals, "rowsRefused", "nothingToPay"] },
    ),
    /** Takes back what was not approved yet. */
    cancel: command(z.object(naming), Done, { refusals: ["invalidTransition", "altered", "merchantAlone"] }),
    /** Asks for approval again of what was handed back. */
    submit: command(z.object(naming), z.object({ status: PayoutOrderStatus.schema }), {
      stepUp: true,
      refusals: ["invalidTransition", "altered", "merchantAlone", "dailyLimit", "termsMissing"],
    }),
    /** Asks anew for what failed or came back, under another number of the merchant's. */
    retry: command(
      z.object({ ...naming, merchantPayoutNo: MerchantPayoutNo }),
      z.object({ id: PayoutOrderId, payoutOrderNo: Code, status: PayoutOrderStatus.schema }),
      {
        stepUp: true,
        refusals: [
          ...askingRefusals,
          ...beneficiaryRefusals,
          "duplicatePayoutNo",
          "retriedAlready",
          "invalidTransition",
          "altered",
        ],
      },
    ),
    /** The position is looked at again: what it does not cover any more goes back and is not approved. */
    approve: command(
      z.object({ ...naming, remark: optionalText(200) }),
      z.object({ status: PayoutOrderStatus.schema, returnCause: PayoutOrderReturn.schema.nullable() }),
      {
        for: "operator",
        stepUp: true,
        refusals: [
          "countryRefused",
          "matchUnexplained",
          "ownRequest",
          "ownKey",
          "approvedAlready",
          "invalidTransition",
          "payoutsSuspended",
          "dailyLimit",
          "altered",
        ],
      },
    ),
    reject: command(z.object({ ...naming, reason: OutboundRemark }), Done, {
      for: "operator",
      stepUp: true,
      refusals: ["invalidTransition", "altered"],
    }),
    /** Pays what is approved and found no account of ours to be paid from. */
    execute: command(z.object(naming), z.object({ status: PayoutOrderStatus.schema }), {
      for: "operator",
      stepUp: true,
      refusals: ["invalidTransition", "fundingMissing", "payoutsSuspended", "altered"],
    }),
    markPaid: transfer.markPaid,
    markFailed: transfer.markFailed,
    /** The bank sent it back; what it kept is our cost. Of real money two people say so. */
    markReturned: command(z.object({ ...naming, amount: Amount, remark: OutboundRemark }), Done, {
      for: "operator",
      stepUp: true,
      secondPerson: whereChanged("payoutOrders", ["returnedAmount"], ofRealMoney),
      refusals: ["invalidTransition", "returnExceeds", "altered"],
    }),
    resolveDifference: transfer.resolveDifference,
    sync: transfer.sync,
    /** The whole account of the beneficiary, for whoever pays by hand. */
    reveal: query(
      ById,
      z.object({
        bankName: words,
        swift: words,
        bankCode: words,
        branchCode: words,
        number: z.string(),
        address: words,
      }),
      { for: "operator", stepUp: true, recorded: true, refusals: ["altered"] },
    ),
    export: exportOf(spec, { stepUp: true }),
  },
  menu: {
    path: "/finance/payout-order",
    component: "payout-order/payout-order.list",
    icon: "send",
    order: 225,
  },
  messages: payoutOrderMessages,
});
