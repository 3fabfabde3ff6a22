import { z } from "zod";
import { Day, field } from "../../kit/field.ts";
import { query } from "../../kit/operation.ts";
import { defineResource } from "../../kit/resource.ts";
import { sysChangelogMessages } from "./changelog.messages.ts";

/** One change as the changelog tells it to operators. */
export const ChangelogEntry = z.object({
  /** Version, or `Unreleased`. */
  version: z.string(),
  date: Day.nullable(),
  /** Heading above the entry, such as Added or an area of the product. */
  section: z.string().nullable(),
  text: field(z.string(), { kind: "longText" }),
});
export type ChangelogEntry = z.output<typeof ChangelogEntry>;

export const sysChangelog = defineResource({
  name: "sysChangelog",
  record: ChangelogEntry,
  operations: {
    /** The latest entries, newest first. */
    list: query(z.object({ limit: z.number().int().min(1).max(100).default(20) }), z.array(ChangelogEntry), {
      access: "signedIn",
    }),
  },
  messages: sysChangelogMessages,
});
