import { routing } from "@countinghouse/contract/gateways/routing/routing.ts";
import { implement } from "../../../platform/http/implement.ts";
import { forOperators } from "../../merchants/merchant/index.ts";
import { changeTerms, findTerms, tryRoute } from "./routing.terms.service.ts";

export const routingRoutes = forOperators(implement(routing, { detail: findTerms, update: changeTerms, tryRoute }));
