import { z } from "zod";
import { Nothing, query } from "../../kit/operation.ts";
import { defineResource } from "../../kit/resource.ts";
import { sysApiMessages } from "./api-document.messages.ts";

/** The description of every operation, as OpenAPI 3.1. */
export const ApiDescription = z.looseObject({ openapi: z.string() });

export const sysApi = defineResource({
  name: "sysApi",
  record: z.object({ openapi: z.string() }),
  refusals: {
    off: { status: 404 },
  },
  operations: {
    read: query(Nothing, ApiDescription, { answer: "bare", refusals: ["off"] }),
  },
  menu: {
    path: "/develop/api",
    component: "api-document/api-document.page",
    icon: "book-open",
    order: 130,
  },
  messages: sysApiMessages,
});
