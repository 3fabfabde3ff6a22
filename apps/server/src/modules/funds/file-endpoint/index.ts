export { type EndpointUser, useEndpoint } from "./endpoint-connection.service.ts";
export { type FileEndpointRow, isUsableEndpoint, readEndpoint } from "./file-endpoint.store.ts";
