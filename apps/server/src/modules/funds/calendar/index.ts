export { businessCalendarOf } from "./calendar.store.ts";
