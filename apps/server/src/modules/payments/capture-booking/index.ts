export { nothingBefore } from "./capture-before.service.ts";
export { bookCapture, bookingOf, pricingQueue } from "./capture-booking.service.ts";
export {
  changeOf,
  entriesOf,
  figuresOf,
  priceBy,
  priceByAgreement,
  storedFigures,
} from "./capture-pricing.service.ts";
export { priceBooked, priceOrPostpone } from "./capture-reprice.service.ts";
export { type CostDifference, costPassedOn } from "./cost-true-up.service.ts";
export { dueUnpriced } from "./unpriced-capture.store.ts";
