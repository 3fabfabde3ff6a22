import { beneficiaryFaults, plainBeneficiary } from "@countinghouse/contract/funds/payout-order/beneficiary.ts";
import type { payoutOrder } from "@countinghouse/contract/funds/payout-order/payout-order.ts";
import { WalletType } from "@countinghouse/contract/funds/payout-order/payout-order-enumerations.ts";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { InputOf } from "@countinghouse/contract/kit/resource.ts";

type Added = InputOf<(typeof payoutOrder)["operations"]["add"]>;

/** The beneficiary of an order, as entered. */
export type EnteredBeneficiary = Pick<Added, "beneficiaryType" | "beneficiaryName" | "country" | "method"> &
  Partial<
    Pick<
      Added,
      | "bankName"
      | "swift"
      | "bankCode"
      | "branchCode"
      | "iban"
      | "accountNo"
      | "address"
      | "walletType"
      | "walletAddress"
    >
  >;

/** The validated beneficiary of an order, in stored form. */
export interface PlainBeneficiary {
  readonly holderType: "company" | "individual";
  readonly holderName: string;
  readonly country: string;
  readonly bankName: string;
  readonly swift: string | null;
  /** The bank code, under its name in transfers. */
  readonly routingNo: string | null;
  readonly branchCode: string | null;
  readonly address: string | null;
  readonly numberKind: "iban" | "account_no" | "wallet";
  readonly walletType: string | null;
  readonly number: string;
}

/** Validates a beneficiary by the requirements of its country and method; other fields are not stored. */
export function checkedBeneficiary(entered: EnteredBeneficiary): PlainBeneficiary {
  const faults = beneficiaryFaults(entered);
  if (faults.length > 0) {
    const fields = faults.map(({ field, problem }) => ({ field, message: `payoutOrder.${problem}` }));
    throw refuse("payoutOrder.beneficiaryInvalid", {}, { fields });
  }
  const plain = plainBeneficiary(entered);
  const number = plain.iban ?? plain.accountNo ?? plain.walletAddress;
  if (number === null) throw new Error("a beneficiary without a number was let through");
  const { walletType } = plain;
  return {
    holderType: entered.beneficiaryType,
    holderName: entered.beneficiaryName,
    country: entered.country,
    bankName: plain.bankName ?? (walletType && WalletType.memberOf(walletType)?.text.en) ?? "",
    swift: plain.swift,
    routingNo: plain.bankCode,
    branchCode: plain.branchCode,
    address: plain.address,
    numberKind: entered.method === "wallet" ? "wallet" : plain.iban === null ? "account_no" : "iban",
    walletType,
    number,
  };
}

/** A stored beneficiary as input, for a new request. */
export const enteredAgain = (
  { holderType, holderName, country, bankName, swift, routingNo, branchCode, ...kept }: PlainBeneficiary,
  method: EnteredBeneficiary["method"],
): EnteredBeneficiary => ({
  beneficiaryType: holderType,
  beneficiaryName: holderName,
  country,
  method,
  bankName,
  swift,
  bankCode: routingNo,
  branchCode,
  address: kept.address,
  iban: kept.numberKind === "iban" ? kept.number : null,
  accountNo: kept.numberKind === "account_no" ? kept.number : null,
  walletType: kept.walletType as EnteredBeneficiary["walletType"],
  walletAddress: kept.numberKind === "wallet" ? kept.number : null,
});

/** A name normalised for comparison: case, accents and spaces do not matter. */
const plainName = (name: string): string =>
  name
    .normalize("NFKC")
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, "");

/**
 * Identity of a beneficiary's account: bank, number and holder. A number alone occurs at many banks, and sanctions
 * screening compares names.
 */
export function accountIdentity(beneficiary: PlainBeneficiary): string {
  const { country, routingNo, swift, bankName, branchCode, walletType, numberKind, number, holderName } = beneficiary;
  const bank = routingNo ?? swift?.slice(0, 8).toUpperCase() ?? plainName(bankName);
  // Wallet addresses are case-sensitive.
  const ofAccount = numberKind === "wallet" ? number : number.toUpperCase();
  return JSON.stringify([country, bank, branchCode, walletType, ofAccount, plainName(holderName)]);
}
