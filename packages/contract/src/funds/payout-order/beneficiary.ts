import {
  ibanLengths,
  isClabe,
  isIban,
  isRoutingNumber,
  isSwift,
  plainNumber,
} from "../payout-account/account-number.ts";

/** What a beneficiary's account is known by, of which each country and method takes its own. */
export const beneficiaryFields = [
  "bankName",
  "swift",
  "bankCode",
  "branchCode",
  "iban",
  "accountNo",
  "address",
  "walletType",
  "walletAddress",
] as const;
export type BeneficiaryField = (typeof beneficiaryFields)[number];

/** Whom a payout order goes to, as far as it decides what is needed. */
export type BeneficiaryDetails = {
  readonly country: string;
  readonly method: "bank_local" | "swift" | "wallet";
} & { readonly [K in BeneficiaryField]?: string | null | undefined };

/** What is wrong with a field: the name of a refusal of payout orders. */
export type BeneficiaryProblem =
  | "fieldNeeded"
  | "ibanInvalid"
  | "ibanElsewhere"
  | "swiftInvalid"
  | "swiftElsewhere"
  | "routingNumberInvalid"
  | "clabeInvalid"
  | "bankCodeInvalid"
  | "branchCodeInvalid"
  | "accountNoInvalid"
  | "walletInvalid";

export interface BeneficiaryFault {
  readonly field: BeneficiaryField;
  readonly problem: BeneficiaryProblem;
}

interface Rule {
  readonly isRight: (plain: string, country: string) => boolean;
  readonly problem: BeneficiaryProblem;
  /** How it is written, for people and programs. */
  readonly pattern: string | null;
  readonly isOptional?: boolean;
}

type Rules = { readonly [K in BeneficiaryField]?: Rule };

const shaped = (problem: BeneficiaryProblem, pattern: string, isOptional = false): Rule => ({
  isRight: (plain) => new RegExp(`^(?:${pattern})$`).test(plain),
  problem,
  pattern,
  isOptional,
});
const code = (pattern: string, isOptional = false) => shaped("bankCodeInvalid", pattern, isOptional);
const branch = (pattern: string, isOptional = false) => shaped("branchCodeInvalid", pattern, isOptional);
const account = (pattern: string) => shaped("accountNoInvalid", pattern);

const words: Rule = { isRight: () => true, problem: "fieldNeeded", pattern: null };
const optional: Rule = { ...words, isOptional: true };
const swiftCode: Rule = {
  isRight: (plain, country) => isSwift(plain) && plain.slice(4, 6) === country,
  problem: "swiftElsewhere",
  pattern: "[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?",
};
const iban: Rule = {
  isRight: (plain, country) => isIban(plain) && plain.startsWith(country) && plain.length === ibanLengths[country],
  problem: "ibanInvalid",
  pattern: "[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}",
};
const anyAccount = account("[A-Z0-9]{4,34}");

/** What banks of a country are told for a transfer within it; those of other countries go by IBAN, or account alone. */
const local: Readonly<Record<string, Rules>> = {
  AU: { bankCode: code("[0-9]{6}"), accountNo: account("[0-9]{5,10}") },
  BR: { bankCode: code("[0-9]{3}"), branchCode: branch("[0-9]{4}"), accountNo: account("[0-9X]{4,13}") },
  CA: { bankCode: code("[0-9]{3}"), branchCode: branch("[0-9]{5}"), accountNo: account("[0-9]{7,12}") },
  CN: { bankCode: code("[0-9]{12}", true), branchCode: optional, accountNo: account("[0-9]{8,30}") },
  GB: { bankCode: code("[0-9]{6}"), accountNo: account("[0-9]{8}") },
  HK: { bankCode: code("[0-9]{3}"), branchCode: branch("[0-9]{3}", true), accountNo: account("[0-9]{6,12}") },
  IN: { bankCode: code("[A-Z]{4}0[A-Z0-9]{6}"), accountNo: account("[0-9]{9,18}") },
  JP: { bankCode: code("[0-9]{4}"), branchCode: branch("[0-9]{3}"), accountNo: account("[0-9]{7}") },
  MX: { accountNo: { isRight: isClabe, problem: "clabeInvalid", pattern: "[0-9]{18}" } },
  NZ: { accountNo: account("[0-9]{15,16}") },
  SG: { bankCode: code("[0-9]{4}"), branchCode: branch("[0-9]{3}", true), accountNo: account("[0-9]{6,14}") },
  US: {
    bankCode: { isRight: isRoutingNumber, problem: "routingNumberInvalid", pattern: "[0-9]{9}" },
    accountNo: account("[0-9]{4,17}"),
  },
};

const rulesOf = ({ country, method }: Pick<BeneficiaryDetails, "country" | "method">): Rules => {
  if (method === "wallet") return { walletType: words, walletAddress: shaped("walletInvalid", "[^ ]{3,128}") };
  const byIban = ibanLengths[country] !== undefined;
  if (method === "swift")
    return { bankName: words, swift: swiftCode, ...(byIban ? { iban } : { accountNo: anyAccount }), address: words };
  const own = local[country];
  if (own) return { bankName: words, ...own };
  if (byIban) return { bankName: words, swift: { ...swiftCode, isOptional: true }, iban };
  return { bankName: words, bankCode: code("[A-Z0-9]{3,20}", true), branchCode: optional, accountNo: anyAccount };
};

/** A field that a country and a method take, and how it is written. */
export interface BeneficiaryNeed {
  readonly field: BeneficiaryField;
  readonly isNeeded: boolean;
  /** A regular expression over the number without spaces and dashes; none for free text. */
  readonly pattern: string | null;
}

/** Which fields a country's beneficiaries are known by, in the order in which people fill them in. */
export function beneficiaryNeeds(asked: Pick<BeneficiaryDetails, "country" | "method">): readonly BeneficiaryNeed[] {
  const rules = rulesOf(asked);
  return beneficiaryFields.flatMap((field) => {
    const rule = rules[field];
    return rule ? [{ field, isNeeded: rule.isOptional !== true, pattern: rule.pattern }] : [];
  });
}

/** Numbers are compared without the spaces and dashes that people read them by; names, addresses and wallets as they are. */
const numbers: readonly BeneficiaryField[] = ["swift", "bankCode", "branchCode", "iban", "accountNo"];

/** A field as it is checked and kept; null where nothing stands there. */
export const plainField = (field: BeneficiaryField, value: string | null | undefined): string | null => {
  const text = (value ?? "").trim();
  if (text === "") return null;
  return numbers.includes(field) ? plainNumber(text) : text;
};

const problemIn = (field: BeneficiaryField, plain: string, rule: Rule): BeneficiaryProblem => {
  if (field === "iban" && isIban(plain)) return "ibanElsewhere";
  if (field === "swift" && !isSwift(plain)) return "swiftInvalid";
  return rule.problem;
};

/** What is missing or wrong of a beneficiary, field by field; what a country does not take is not looked at, and not kept. */
export function beneficiaryFaults(details: BeneficiaryDetails): readonly BeneficiaryFault[] {
  const { country } = details;
  return Object.entries(rulesOf(details)).flatMap(([name, rule]): BeneficiaryFault[] => {
    const field = name as BeneficiaryField;
    const plain = plainField(field, details[field]);
    if (plain === null) return rule.isOptional ? [] : [{ field, problem: "fieldNeeded" }];
    return rule.isRight(plain, country) ? [] : [{ field, problem: problemIn(field, plain, rule) }];
  });
}

/** The fields of a beneficiary that its country and method take, as they are kept; every other one is nothing. */
export function plainBeneficiary(details: BeneficiaryDetails): Readonly<Record<BeneficiaryField, string | null>> {
  const rules = rulesOf(details);
  const kept = beneficiaryFields.map((field) => [field, rules[field] ? plainField(field, details[field]) : null]);
  return Object.fromEntries(kept) as Record<BeneficiaryField, string | null>;
}
