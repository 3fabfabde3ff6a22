/**
 * Refusals of orders that come from merchants' own servers and from payers. They belong to no operation of the
 * console, and are worded with the others.
 */
export const openOrderRefusals = [
  "duplicateMerchantOrder",
  "merchantMayNotPay",
  "typeNotOffered",
  "amountBelowMinimum",
  "amountAboveMaximum",
  "itemsDiffer",
  "itemDiffers",
  "metadataFull",
  "noRoute",
  "orderExpired",
  "tooManyAttempts",
  "attemptInFlight",
  "cardRefusedHere",
  "cardMalformed",
  "cvcRequired",
  "cardFinallyDeclined",
  "cardDeclinedTooOften",
  "cardTriesUsedUp",
  "dailyLimitReached",
  "invalidStateTransition",
  "captureExceedsAuthorized",
  "captureDeadlinePassed",
  "singleCaptureOnly",
  "nothingToAsk",
] as const;
