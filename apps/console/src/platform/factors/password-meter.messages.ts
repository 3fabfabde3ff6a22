import { catalogue } from "@countinghouse/contract/kit/locale.ts";

/** Words of the strength meter. */
export const passwordMeterMessages = catalogue(
  { weak: "Too weak", strong: "Strong enough", veryStrong: "Very strong" },
  { weak: "强度不足", strong: "强度足够", veryStrong: "强度很高" },
  { weak: "強度不足", strong: "強度足夠", veryStrong: "強度很高" },
);
