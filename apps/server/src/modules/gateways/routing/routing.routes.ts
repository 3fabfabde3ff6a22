import { routing } from "@countinghouse/contract/gateways/routing/routing.ts";
import { implement } from "../../../platform/http/implement.ts";
import { changeTerms, findTerms, tryRoute } from "./routing.terms.service.ts";

export const routingRoutes = implement(routing, { detail: findTerms, update: changeTerms, tryRoute });
