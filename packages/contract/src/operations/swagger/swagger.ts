import { z } from "zod";
import { requiredText } from "../../kit/field.ts";
import { Nothing, query } from "../../kit/operation.ts";
import { defineResource } from "../../kit/resource.ts";
import { Secret } from "../../system/auth/sign-in.ts";
import { swaggerMessages } from "./swagger.messages.ts";

/** What the API-document page understands: a bare 200 or 401, without an envelope. */
export const BareStatus = z.union([z.literal(200), z.literal(401)]);

/** The sign-in of the API-document page. It passes through the same checks as every other door. */
export const swagger = defineResource({
  name: "swagger",
  record: z.object({ userName: z.string(), password: Secret() }),
  operations: {
    checkUrl: query(Nothing, BareStatus, {
      access: "anonymous",
      knowsCaller: true,
      method: "POST",
      answer: "bare",
    }),
    submitUrl: query(
      z.object({
        UserName: requiredText(256),
        Password: Secret(),
      }),
      BareStatus,
      {
        access: "anonymous",
        method: "POST",
        answer: "bare",
        secretInputs: ["Password"],
      },
    ),
  },
  messages: swaggerMessages,
});
