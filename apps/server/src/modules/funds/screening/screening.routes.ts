import { screening } from "@countinghouse/contract/funds/screening/screening.ts";
import { implement } from "../../../platform/http/implement.ts";
import { screeningImports, screeningRecords } from "./screening.service.ts";

export const screeningRoutes = implement(screening, { ...screeningRecords, ...screeningImports });
