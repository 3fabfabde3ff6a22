export { admit } from "./admission.store.ts";
export { makeClientToken, readClientToken, type TokenSubject } from "./client-token.service.ts";
export { serveOpenApi } from "./open-api.routes.ts";
export { purgeOpenApi } from "./open-api.worker.ts";
export { bindOpenOperations } from "./open-call.service.ts";
export { openDirectory, openHandlers } from "./open-wiring.service.ts";
