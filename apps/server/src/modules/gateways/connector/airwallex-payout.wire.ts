import { currency, isCurrency } from "@countinghouse/money/currency.ts";
import { z } from "zod";
import { readAmount, readInstant } from "./airwallex-amounts.wire.ts";
import type { PayoutBeneficiary } from "./connector.port.ts";
import type { GatewayExchange, PayoutReport } from "./outcome.port.ts";

const short = z.string().max(512);

/** A transfer in the API version of 2024-09-27. Amounts are texts. */
export const AirwallexTransfer = z.object({
  id: z.string().min(1).max(128),
  request_id: short.nullish(),
  status: short,
  transfer_amount: z
    .string()
    .regex(/^\d{1,16}(?:\.\d{1,8})?$/)
    .nullish(),
  transfer_currency: z.string().length(3).nullish(),
  failure_type: short.nullish(),
  failure_reason: short.nullish(),
  updated_at: short.nullish(),
});
export type AirwallexTransfer = z.output<typeof AirwallexTransfer>;

/** Balances by currency. */
export const AirwallexBalances = z.array(
  z.object({ currency: z.string(), available_amount: z.string().regex(/^-?\d{1,16}(?:\.\d{1,8})?$/) }),
);

const kinds: Readonly<Record<string, PayoutReport["kind"]>> = {
  SCHEDULED: "pending",
  PROCESSING: "pending",
  SENT: "pending",
  OVERDUE: "pending",
  IN_APPROVAL: "pending",
  CANCELLATION_REQUESTED: "pending",
  PAID: "paid",
  FAILED: "failed",
  CANCELLED: "failed",
  REJECTED: "failed",
};

/** The report of a transfer; undefined for an unknown status, since new ones may be added. */
export function airwallexTransferReport(
  transfer: AirwallexTransfer,
  exchanges: readonly GatewayExchange[],
): PayoutReport | undefined {
  const kind = kinds[transfer.status];
  if (!kind) return undefined;
  const { transfer_amount: text, transfer_currency: code, failure_type, failure_reason } = transfer;
  return {
    kind,
    payoutNo: transfer.request_id ?? null,
    providerReference: transfer.id,
    amount: text && code && isCurrency(code) ? readAmount(text, currency(code)) : null,
    failureCode: kind === "failed" ? (failure_type ?? failure_reason ?? transfer.status) : null,
    occurredAt: readInstant(transfer.updated_at),
    exchanges,
  };
}

/** The routing type of each country's bank code. */
const routingTypes: Readonly<Record<string, string>> = { US: "aba", GB: "sort_code", AU: "bsb", CN: "cnaps" };

/** The transfer method: as requested, else SWIFT for an account reachable only by SWIFT. */
export const airwallexMethod = ({ method, swift, routingNo, numberKind }: PayoutBeneficiary): "SWIFT" | "LOCAL" =>
  method === "swift" || (method === undefined && swift && !routingNo && numberKind === "account_no")
    ? "SWIFT"
    : "LOCAL";

/** Chinese family names of two characters; all others have one. */
const twoCharacters =
  /^(?:欧阳|歐陽|太史|端木|上官|司马|司馬|东方|東方|独孤|獨孤|南宫|南宮|夏侯|诸葛|諸葛|尉迟|尉遲|皇甫|公孙|公孫|慕容|长孙|長孫|宇文|司徒|轩辕|軒轅|令狐|钟离|鍾離|闾丘|閭丘|赫连|赫連|澹台|澹臺)/;
const chinese = new Set(["CN", "HK", "MO", "SG", "TW"]);

/**
 * A person's name in parts: the last word is the family name; of a Chinese name, the first characters. A single word
 * is the family name.
 */
function partsOf({ holderName, country }: PayoutBeneficiary): { first_name?: string; last_name: string } {
  const name = holderName.trim();
  const isWhole = chinese.has(country) && /^\p{Script=Han}{2,}$/u.test(name);
  const family = isWhole ? (twoCharacters.exec(name)?.[0] ?? name.slice(0, 1)) : "";
  if (isWhole && family.length < name.length) return { first_name: name.slice(family.length), last_name: family };
  const space = name.lastIndexOf(" ");
  return space < 0
    ? { last_name: name }
    : { first_name: name.slice(0, space).trim(), last_name: name.slice(space + 1) };
}

/** A beneficiary in Airwallex form; undefined for one that we do not send to. */
export function airwallexBeneficiary(payee: PayoutBeneficiary, code: string): object | undefined {
  const { holderType, holderName, country, bankName, swift, routingNo, branchCode, address, numberKind, number } =
    payee;
  if (numberKind === "wallet") return undefined;
  const named =
    holderType === "company"
      ? { entity_type: "COMPANY", company_name: holderName }
      : { entity_type: "PERSONAL", ...partsOf(payee) };
  return {
    ...named,
    type: "BANK_ACCOUNT",
    ...(address ? { address: { country_code: country, street_address: address } } : {}),
    bank_details: {
      account_currency: code,
      account_name: holderName,
      bank_country_code: country,
      bank_name: bankName,
      ...(numberKind === "iban" ? { iban: number } : { account_number: number }),
      ...(swift ? { swift_code: swift } : {}),
      ...(routingNo
        ? { account_routing_type1: routingTypes[country] ?? "bank_code", account_routing_value1: routingNo }
        : {}),
      ...(branchCode ? { account_routing_type2: "branch_code", account_routing_value2: branchCode } : {}),
    },
  };
}
