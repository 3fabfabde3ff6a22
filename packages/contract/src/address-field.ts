import { z } from "zod";
import { field } from "./kit/field.ts";
import { isPublicWebAddress } from "./platform/web-address.ts";

/** An address of up to `max` characters: http, https or ftp, with a public host. */
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
