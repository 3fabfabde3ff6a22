import { fileEndpoint } from "@countinghouse/contract/funds/file-endpoint/file-endpoint.ts";
import { implement } from "../../../platform/http/implement.ts";
import type { EndpointPlatform } from "./endpoint-connection.service.ts";
import { addEndpoint, changeEndpoint, deleteEndpoint, switchEndpoint, testEndpoint } from "./file-endpoint.service.ts";
import { endpointReads, listEndpoints } from "./file-endpoint.store.ts";

export const buildFileEndpointRoutes = (platform: EndpointPlatform) =>
  implement(fileEndpoint, {
    ...endpointReads,
    list: listEndpoints,
    add: addEndpoint(platform),
    update: changeEndpoint(platform),
    setStatus: switchEndpoint,
    test: testEndpoint(platform),
    delete: deleteEndpoint,
  });
