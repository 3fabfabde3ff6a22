/**
 * Refusals of orders, whoever asks: people of the console, merchants' own servers and payers. Those of the latter two
 * belong to no operation of the console, and are worded with the others.
 */
export const orderRefusals = {
  methodNeeded: { status: 409 },
  methodUnknown: { status: 404 },
  invalidStateTransition: { status: 409 },
  captureExceedsAuthorized: { status: 422 },
  captureDeadlinePassed: { status: 409 },
  captureUnderWay: { status: 409 },
  singleCaptureOnly: { status: 422, field: "final" },
  attemptInFlight: { status: 409 },
  nothingToAsk: { status: 409 },
  nobodyToTell: { status: 409 },
  amountAboveMaximum: { status: 422, field: "amount" },
  cardDeclinedTooOften: { status: 422, field: "paymentMethod" },
  cardFinallyDeclined: { status: 422, field: "paymentMethod" },
  cardMalformed: { status: 422, field: "paymentMethod" },
  cardRefusedHere: { status: 422 },
  cardTriesUsedUp: { status: 422, field: "paymentMethod" },
  cvcRequired: { status: 422, field: "paymentMethod" },
  duplicateMerchantOrder: { status: 409 },
  itemDiffers: { status: 422 },
  itemsDiffer: { status: 422, field: "items" },
  merchantMayNotPay: { status: 403 },
  metadataFull: { status: 422, field: "metadata" },
  noRoute: { status: 409 },
  orderExpired: { status: 409 },
  tooManyAttempts: { status: 409 },
  typeNotOffered: { status: 403 },
  amountBelowMinimum: { status: 422, field: "amount" },
  dailyLimitReached: { status: 422, field: "amount" },
};
