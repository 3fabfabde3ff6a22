import { z } from "zod";
import { exportOf } from "../../kit/export.ts";
import { Code, Day, doerName, Flag, Instant, Integer, requiredText, Version } from "../../kit/field.ts";
import { between, numbered, oneOf } from "../../kit/list.ts";
import { command, Done, list, query } from "../../kit/operation.ts";
import { auditFields } from "../../kit/record.ts";
import { defineResource } from "../../kit/resource.ts";
import { PaymentMode } from "../../payment-enumerations.ts";
import { CurrencyCode, idOf, modeFilter, signedAmountIn } from "../../payment-fields.ts";
import { largerInput } from "../../platform/input-limits.ts";
import { ofRealMoney, whereChanged } from "../../platform/second-person.ts";
import { reference, storedReference } from "../../references.ts";
import { Difference, Reason } from "../ledger/ledger-fields.ts";
import { PayoutAccountId } from "../payout-account/payout-account.ts";
import { reconMessages } from "./recon.messages.ts";
import { ReconLineType, ReconMatch, ReconSource, ReconStatus } from "./recon-enumerations.ts";

/** Id of a reconciliation: made by the server. */
export const ReconId = idOf("rcb");
const amount = signedAmountIn("currency");

/** Largest settlement file that is taken by hand, in bytes, and its most lines. Files that are fetched may be larger. */
export const reconUploadBytesMax = 8_388_608;
export const reconLinesMax = 250_000;

/** One settlement file of a gateway account, beside what our books say of it. */
export const Recon = z.object({
  id: ReconId,
  reconNo: Code,
  mode: PaymentMode.schema,
  gatewayAccountId: storedReference("gatewayAccount"),
  gatewayAccountName: z.string(),
  /** The gateway's own number of the file. */
  batchNo: Integer,
  fileName: z.string(),
  /** SHA-256 of its bytes, in hexadecimal. */
  fileHash: Code,
  fileDate: Day,
  source: ReconSource.schema,
  /** How often the same file came again. */
  copies: Integer,
  currency: CurrencyCode,
  lineCount: Integer,
  grossAmount: amount,
  feeAmount: amount,
  netAmount: amount,
  /** What the file says is paid to us; none where it does not say. */
  payoutAmount: amount.nullable(),
  receivedAmount: amount,
  receivedTime: Instant.nullable(),
  /** The net of the file less ours, as its lines were found. */
  differenceAmount: amount,
  openCount: Integer,
  openAmount: amount,
  openSince: Instant.nullable(),
  status: ReconStatus.schema,
  closedTime: Instant.nullable(),
  closeUserName: doerName(),
  ...auditFields,
});
export type Recon = z.output<typeof Recon>;

/** Under what the lines of a file are counted. */
export const ReconGroup = z.enum(["matched", "mismatched", "missing", "extra", "resolved"]);
export type ReconGroup = z.output<typeof ReconGroup>;

/** The match results that make up each group of lines that are not ended. */
export const matchesOfGroup = {
  matched: ["matched", "tolerance", "manual"],
  mismatched: ["amount_mismatch", "currency_mismatch", "fee_mismatch", "date_mismatch", "status_mismatch"],
  missing: ["missing_upstream"],
  extra: ["missing_local", "duplicate"],
} as const;

/** How long a line has been open, in days. */
export const ReconAge = z.enum(["today", "days2", "days7", "days30", "longer"]);
export type ReconAge = z.output<typeof ReconAge>;

export const ReconDetail = Recon.extend({
  /** What our books say the file should come to. */
  ourNetAmount: amount,
  checks: z.object({
    /** Whether the lines come to the payout; null where the file has none. */
    addsUp: Flag.nullable(),
    /** The number of a file before it that never came; none where there is no gap. */
    missingBatchNo: Integer.nullable(),
    /** Whether the file came once. */
    isSingle: Flag,
  }),
  groups: z.array(z.object({ group: ReconGroup, count: Integer, currency: CurrencyCode, amount })),
  classes: z.array(
    z.object({
      matchStatus: ReconMatch.schema,
      count: Integer,
      open: Integer,
      currency: CurrencyCode,
      amount,
      oldest: Instant.nullable(),
    }),
  ),
  types: z.array(
    z.object({
      type: ReconLineType.schema,
      count: Integer,
      currency: CurrencyCode,
      grossAmount: amount,
      feeAmount: amount,
      netAmount: amount,
      ourNetAmount: amount,
    }),
  ),
  ages: z.array(z.object({ age: ReconAge, count: Integer, currency: CurrencyCode, amount })),
  can: z.object({ run: Flag, close: Flag, receive: Flag }),
});
export type ReconDetail = z.output<typeof ReconDetail>;

/** What a file would come to, before it is imported. */
export const ReconPreview = z.object({
  batchNo: Integer,
  fileDate: Day,
  currency: CurrencyCode,
  lineCount: Integer,
  grossAmount: amount,
  feeAmount: amount,
  netAmount: amount,
  payoutAmount: amount.nullable(),
  addsUp: Flag.nullable(),
  missingBatchNo: Integer.nullable(),
  /** The file came before: importing it changes nothing. */
  knownId: ReconId.nullable(),
  types: z.array(z.object({ type: ReconLineType.schema, count: Integer, currency: CurrencyCode, netAmount: amount })),
});
export type ReconPreview = z.output<typeof ReconPreview>;

/** What a gateway account owes us by the ledger, and what that is made of; the parts come to the balance. */
export const Receivable = z.object({
  gatewayAccountId: storedReference("gatewayAccount"),
  gatewayAccountName: z.string(),
  mode: PaymentMode.schema,
  currency: CurrencyCode,
  balance: amount,
  /** Booked here and listed in no file yet. */
  unlistedCount: Integer,
  unlisted: amount,
  /** Listed in files and not come in at our bank yet. */
  unpaidCount: Integer,
  unpaid: amount,
  /** Listed and not compared yet: our side of it is counted as being in no file. */
  matchingCount: Integer,
  matching: amount,
  /** Differences that are open or claimed: what files do not grant us, or grant beyond ours. */
  differenceCount: Integer,
  differences: amount,
  /** What none of these explains. */
  unexplained: amount,
  suspense: amount,
});
export type Receivable = z.output<typeof Receivable>;

const spec = {
  filters: {
    mode: modeFilter,
    gatewayAccountId: oneOf(reference("gatewayAccount")),
    reconNo: numbered("RC"),
    currency: oneOf(CurrencyCode),
    status: oneOf(ReconStatus.schema),
    source: oneOf(ReconSource.schema),
    fileDate: between(Day),
  },
  sortBy: ["fileDate", "createTime"],
  defaultSort: { field: "fileDate", order: "desc" },
} as const;

const idAndVersion = { id: ReconId, version: Version };
const File = largerInput(
  z.object({
    gatewayAccountId: reference("gatewayAccount"),
    fileName: requiredText(128),
    /** The file in base64. */
    data: z.base64().max(Math.ceil(reconUploadBytesMax / 3) * 4),
  }),
  { bytes: Math.ceil(reconUploadBytesMax / 3) * 4 + 4_096 },
);
const fileRefusals = [
  "noFileReader",
  "unreadable",
  "emptyFile",
  "otherAccount",
  "severalCurrencies",
  "tooManyLines",
  "noHouse",
] as const;

/** Told when one was imported or changed. */
export const reconTopic = "recon.changed";

export const recon = defineResource({
  name: "recon",
  record: Recon,
  for: "operator",
  refusals: {
    noFileReader: { status: 422, field: "gatewayAccountId" },
    noFetching: { status: 422, field: "gatewayAccountId" },
    unreadable: { status: 422, field: "data" },
    emptyFile: { status: 422, field: "data" },
    otherAccount: { status: 422, field: "data" },
    severalCurrencies: { status: 422, field: "data" },
    tooManyLines: { status: 422, field: "data" },
    numberTaken: { status: 409, field: "data" },
    noHouse: { status: 409 },
    invalidTransition: { status: 409 },
    altered: { status: 409 },
    bankAccountUnfit: { status: 422, field: "payoutAccountId" },
    exceedsPayout: { status: 422, field: "amount" },
  },
  operations: {
    /** Files of one mode, live unless told, the latest first. */
    page: list(Recon, spec),
    detail: query(z.object({ id: ReconId }), ReconDetail),
    /** Reads a file and says what it would come to. Keeps nothing. */
    preview: query(File, ReconPreview, { method: "POST", refusals: fileRefusals }),
    /** Takes a file, every line of it, and has it matched, which books what differs within the tolerances. The same file once more is the one that is there. */
    import: command(File, ReconId, {
      stepUp: true,
      refusals: [...fileRefusals, "numberTaken"],
      secretInputs: ["data"],
    }),
    /** Asks the gateway for files that did not come yet, in the background. */
    fetch: command(z.object({ gatewayAccountId: reference("gatewayAccount") }), Done, {
      refusals: ["noFetching", "noHouse"],
    }),
    /** Matches what is open once more, by what our books say now. */
    run: command(z.object(idAndVersion), Done, { refusals: ["invalidTransition"] }),
    /** Ends a file in which nothing is open. */
    close: command(z.object(idAndVersion), Done, { refusals: ["invalidTransition", "altered"] }),
    /** Books that the gateway paid, all that the file says or a part; less than none where we paid. */
    receive: command(
      z.object({ ...idAndVersion, payoutAccountId: PayoutAccountId, amount: Difference.nullish(), reason: Reason }),
      Done,
      {
        stepUp: true,
        secondPerson: whereChanged("reconBatches", ["receivedAmount"], ofRealMoney),
        refusals: ["bankAccountUnfit", "exceedsPayout", "altered"],
      },
    ),
    /** What gateway accounts owe us, explained. */
    receivables: query(
      z.object({
        mode: PaymentMode.schema.default("live"),
        gatewayAccountId: reference("gatewayAccount").optional(),
      }),
      z.array(Receivable),
    ),
    export: exportOf(spec),
  },
  menu: { path: "/finance/recon", component: "recon/recon.list", icon: "scale", order: 145 },
  messages: reconMessages,
});
