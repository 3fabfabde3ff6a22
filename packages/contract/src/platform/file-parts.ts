import { z } from "zod";
import { largerInput } from "./input-limits.ts";

/** Bytes per uploaded part; the last one may be smaller. */
export const filePartBytes = 524_288;

/** Input of one part of a file, in base64. */
export const filePart = <S extends z.ZodRawShape>(byId: z.ZodObject<S>) =>
  largerInput(
    byId.extend({
      part: z.number().int().min(1).max(1_000),
      data: z.base64().max(Math.ceil(filePartBytes / 3) * 4),
    }),
    { bytes: 720_000 },
  );
