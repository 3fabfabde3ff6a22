import { z } from "zod";
import { field } from "./kit/field.ts";
import { isPublicWebAddress } from "./platform/web-address.ts";

/** An address that a person types, up to `max` characters: http, https or ftp, of a public host. */
export const PublicAddress = (max: number) =>
  field(
    z
      .url({ protocol: /^(https?|ftp)$/ })
      .max(max)
      .refine(isPublicWebAddress),
    {
      kind: "text",
      format: "publicAddress",
    },
  );
