/** A mainland mobile number: eleven digits, the first 1, the second 3 to 9. */
const mainland = /^1[3-9]\d{9}$/;
/** With the country's calling code (ITU-T E.164). */
const international = /^\+[1-9]\d{6,14}$/;

/**
 * Normalises a phone number: eleven digits for a mainland mobile, or plus, country code and number. Spaces, dashes,
 * dots and brackets are removed, and the mainland's own country code. Undefined for anything else.
 */
export function phoneNumberOf(text: string): string | undefined {
  const plain = text.replace(/[\s().-]/g, "").replace(/^(\+|00)86(?=1[3-9]\d{9}$)/, "");
  return mainland.test(plain) || international.test(plain) ? plain : undefined;
}

/** Whether a normalised number is foreign. */
export const isPhoneElsewhere = (phone: string): boolean => !mainland.test(phone);
