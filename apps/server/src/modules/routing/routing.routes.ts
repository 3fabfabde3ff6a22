import { routing } from "@countinghouse/contract/routing/routing.ts";
import { implement } from "../../platform/http/implement.ts";
import { forOperators } from "../merchant/index.ts";
import { changeTerms, findTerms, tryRoute } from "./routing.terms.service.ts";

export const routingRoutes = forOperators(implement(routing, { detail: findTerms, update: changeTerms, tryRoute }));
