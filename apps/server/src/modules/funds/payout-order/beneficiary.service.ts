import { hmacSha256Hex } from "../../../platform/crypto/digest.ts";
import type { KeyRing } from "../../../platform/crypto/key-ring.ts";
import { open, seal } from "../../../platform/crypto/sealing.ts";
import { labelOf } from "../payout-account/index.ts";
import { accountIdentity, type PlainBeneficiary } from "./beneficiary.policy.ts";
import type { PayoutOrderRow } from "./payout-order.store.ts";

/** Where a beneficiary belongs: sealed for this row, it opens in no other. */
const placeOf = (id: string): string => `payoutOrder:${id}`;

/** The digests by which an account is known again, by the key in use and by those that were before it. */
export const accountDigests = (ring: KeyRing, beneficiary: PlainBeneficiary): readonly string[] =>
  ring.all("beneficiary").map(({ key }) => hmacSha256Hex(key, accountIdentity(beneficiary)));

/** A beneficiary as it is kept of the order that it is of: whole under the installation's key, and by what people know it. */
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

/** Whom an order goes to, in the clear: for its transfer, and for whoever pays by hand. */
export const beneficiaryOf = (ring: KeyRing, { id, beneficiary }: PayoutOrderRow): PlainBeneficiary =>
  JSON.parse(open(ring, beneficiary, placeOf(id))) as PlainBeneficiary;
