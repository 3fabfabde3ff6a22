import { hmacSha256Hex } from "../../../platform/crypto/digest.ts";
import type { KeyRing } from "../../../platform/crypto/key-ring.ts";
import { open, seal } from "../../../platform/crypto/sealing.ts";
import { labelOf } from "../payout-account/index.ts";
import { accountIdentity, type PlainBeneficiary } from "./beneficiary.policy.ts";
import type { PayoutOrderRow } from "./payout-order.store.ts";

/** Binding of a sealed beneficiary: it decrypts only for this row. */
const placeOf = (id: string): string => `payoutOrder:${id}`;

/** Keyed digests of an account's identity, by the current key and previous ones. */
export const accountDigests = (ring: KeyRing, beneficiary: PlainBeneficiary): readonly string[] =>
  ring.all("beneficiary").map(({ key }) => hmacSha256Hex(key, accountIdentity(beneficiary)));

/** A beneficiary in stored form: sealed in full, and with the parts that are shown. */
export const sealedBeneficiary = (ring: KeyRing, id: string, beneficiary: PlainBeneficiary) => {
  const { holderType: beneficiaryType, holderName: beneficiaryName, country, bankName, number } = beneficiary;
  return {
    beneficiaryType,
    beneficiaryName,
    country,
    accountLabel: labelOf({ bankName, last4: number.slice(-4) }),
    beneficiary: seal(ring, JSON.stringify(beneficiary), placeOf(id)),
    accountDigest: accountDigests(ring, beneficiary)[0] ?? "",
  };
};

/** The decrypted beneficiary of an order, for its transfer and for manual payment. */
export const beneficiaryOf = (ring: KeyRing, { id, beneficiary }: PayoutOrderRow): PlainBeneficiary =>
  JSON.parse(open(ring, beneficiary, placeOf(id))) as PlainBeneficiary;
