import { orderStats } from "@countinghouse/contract/payments/order-stats/order-stats.ts";
import { implement } from "../../../platform/http/implement.ts";
import { conversion, countries, figures, methods } from "./order-stats.service.ts";

export const orderStatsRoutes = implement(orderStats, { figures, conversion, methods, countries });
