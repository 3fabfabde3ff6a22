import { z } from "zod";
import { exportOf } from "../../kit/export.ts";
import { Code, Day, Flag, field, Instant, Integer, requiredText, Version } from "../../kit/field.ts";
import { between, exact, numbered, oneOf } from "../../kit/list.ts";
import { command, Done, list, query } from "../../kit/operation.ts";
import { auditFields } from "../../kit/record.ts";
import { defineResource } from "../../kit/resource.ts";
import { PaymentMode } from "../../payment-enumerations.ts";
import { CurrencyCode, idOf, modeFilter, signedAmountIn } from "../../payment-fields.ts";
import { largerInput } from "../../platform/input-limits.ts";
import { reference, storedReference } from "../../references.ts";
import { ReconAge } from "../recon/recon.ts";
import { ReconSource } from "../recon/recon-enumerations.ts";
import { BankCsvMapping } from "./bank-csv.ts";
import { BankFormat, BankStatementStatus } from "./bank-enumerations.ts";
import { bankStatementMessages } from "./bank-statement.messages.ts";

/** Id of a bank statement: made by the server. */
export const BankStatementId = idOf("bst");
const amount = signedAmountIn("currency");

/** Largest file of statements that is taken, in bytes, and the most lines and statements of one. */
export const bankUploadBytesMax = 8_388_608;
export const bankLinesMax = 20_000;
export const bankStatementsMax = 62;

const figures = {
  currency: CurrencyCode,
  lineCount: Integer,
  openingAmount: amount,
  creditAmount: amount,
  debitAmount: amount,
  closingAmount: amount,
};

/** One statement of an account of ours, as its bank wrote it: opening and lines come to closing. */
export const BankStatement = z.object({
  id: BankStatementId,
  statementNo: Code,
  mode: PaymentMode.schema,
  payoutAccountId: storedReference("fundingAccount"),
  accountName: z.string(),
  /** The bank's own number of the statement; empty where it has none. */
  bankNo: Code,
  format: BankFormat.schema,
  fileName: z.string(),
  /** SHA-256 of the file's bytes, in hexadecimal. */
  fileHash: Code,
  source: ReconSource.schema,
  fromDate: Day,
  toDate: Day,
  ...figures,
  openCount: Integer,
  /** What open lines and those in suspense come to, without signs. */
  openAmount: amount,
  openSince: Instant.nullable(),
  status: BankStatementStatus.schema,
  ...auditFields,
});
export type BankStatement = z.output<typeof BankStatement>;

/** Under what the lines of a statement are counted. */
export const BankGroup = z.enum(["toConfirm", "differing", "unknown", "suspended", "resolved", "matched"]);
export type BankGroup = z.output<typeof BankGroup>;

/** The match results of open lines in each group. */
export const matchesOfBankGroup = {
  toConfirm: ["unbooked", "returned", "proposed", "combined", "exchanged"],
  differing: ["amount_mismatch", "status_mismatch", "duplicate"],
  unknown: ["charge", "unknown_credit", "unknown_debit"],
} as const;

export const BankStatementDetail = BankStatement.extend({
  checks: z.object({
    /** The statement before it, and what that closed with; none for the first. */
    formerNo: Code.nullable(),
    formerClosing: amount.nullable(),
    /** Whether it opens with what the one before closed with; null for the first. */
    follows: Flag.nullable(),
  }),
  /** What the account holds by our books now. */
  bookAmount: amount,
  groups: z.array(z.object({ group: BankGroup, count: Integer, currency: CurrencyCode, amount })),
  ages: z.array(z.object({ age: ReconAge, count: Integer, currency: CurrencyCode, amount })),
});
export type BankStatementDetail = z.output<typeof BankStatementDetail>;

/** What a file holds, before it is imported; a table of a bank tells its columns until they are mapped. */
export const BankPreview = z.object({
  format: BankFormat.schema,
  /** In which the account is kept. */
  currency: CurrencyCode,
  statements: z.array(
    z.object({
      bankNo: Code,
      fromDate: Day,
      toDate: Day,
      ...figures,
      /** It came before: importing the file is refused. */
      knownNo: Code.nullable(),
    }),
  ),
  columns: z.array(z.object({ name: z.string(), samples: z.array(z.string()) })),
  /** What was chosen, what the last table of the account had, or what the headings suggest. */
  mapping: BankCsvMapping.nullable(),
});
export type BankPreview = z.output<typeof BankPreview>;

const spec = {
  filters: {
    mode: modeFilter,
    payoutAccountId: oneOf(reference("fundingAccount")),
    statementNo: numbered("BS"),
    bankNo: exact(field(z.string().trim().max(64), { kind: "code" })),
    currency: oneOf(CurrencyCode),
    status: oneOf(BankStatementStatus.schema),
    toDate: between(Day),
  },
  sortBy: ["toDate", "createTime"],
  defaultSort: { field: "toDate", order: "desc" },
} as const;

const File = largerInput(
  z.object({
    payoutAccountId: reference("fundingAccount"),
    fileName: requiredText(128),
    /** The file in base64. */
    data: z.base64().max(Math.ceil(bankUploadBytesMax / 3) * 4),
    /** How the columns of a table become lines. */
    mapping: BankCsvMapping.nullish(),
    /** What a table without balances opens with; what it closes with has to follow. */
    openingAmount: amount.nullish(),
    closingAmount: amount.nullish(),
  }),
  { bytes: Math.ceil(bankUploadBytesMax / 3) * 4 + 8_192 },
);

const fileRefusals = [
  "noHouse",
  "accountUnfit",
  "unknownForm",
  "unreadable",
  "emptyFile",
  "tooMany",
  "otherAccount",
  "otherCurrency",
  "untied",
  "mappingLacks",
  "balancesMissing",
  "twiceInFile",
] as const;

/** Told when one was imported or changed. */
export const bankStatementTopic = "bankStatement.changed";

export const bankStatement = defineResource({
  name: "bankStatement",
  record: BankStatement,
  for: "operator",
  refusals: {
    noHouse: { status: 409 },
    accountUnfit: { status: 422, field: "payoutAccountId" },
    unknownForm: { status: 422, field: "data" },
    unreadable: { status: 422, field: "data" },
    emptyFile: { status: 422, field: "data" },
    tooMany: { status: 422, field: "data" },
    otherAccount: { status: 422, field: "data" },
    otherCurrency: { status: 422, field: "data" },
    untied: { status: 422, field: "data" },
    mappingLacks: { status: 422, field: "mapping" },
    balancesMissing: { status: 422, field: "openingAmount" },
    duplicate: { status: 409, field: "data" },
    numberTaken: { status: 409, field: "data" },
    twiceInFile: { status: 409, field: "data" },
    sameMovements: { status: 409, field: "data" },
  },
  operations: {
    /** Statements of one mode, live unless told, the latest first. */
    page: list(BankStatement, spec),
    detail: query(z.object({ id: BankStatementId }), BankStatementDetail),
    /** Reads a file and says what it holds. Keeps nothing. */
    preview: query(File, BankPreview, { method: "POST", refusals: fileRefusals }),
    /** Takes every statement of a file, and has them matched. One that came before is refused, and the file with it. */
    import: command(File, z.object({ ids: z.array(BankStatementId) }), {
      refusals: [...fileRefusals, "duplicate", "numberTaken", "sameMovements"],
      secretInputs: ["data"],
    }),
    /** Matches what is open once more, by what our books say now. */
    run: command(z.object({ id: BankStatementId, version: Version }), Done),
    export: exportOf(spec),
  },
  menu: {
    path: "/finance/bank-statement",
    component: "bank-statement/bank-statement.list",
    icon: "landmark",
    order: 148,
  },
  messages: bankStatementMessages,
});
