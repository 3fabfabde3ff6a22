export { admitRequest } from "./admission.store.ts";
export { makeClientToken, readClientToken, type TokenSubject } from "./client-token.service.ts";
export { openError } from "./open-answer.service.ts";
export { serveOpenApi } from "./open-api.routes.ts";
export { purgeOpenApi } from "./open-api.worker.ts";
export { buildOpenOperations, openDirectory } from "./open-wiring.service.ts";
export { findOrder, type OrderWithParts } from "./orders.store.ts";
export { payerAccess } from "./pay-address.service.ts";
export { type CallTurns, countTurns } from "./turns.service.ts";
