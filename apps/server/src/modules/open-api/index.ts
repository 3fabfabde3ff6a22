export { admit } from "./admission.store.ts";
export { makeClientToken, readClientToken, type TokenSubject } from "./client-token.service.ts";
