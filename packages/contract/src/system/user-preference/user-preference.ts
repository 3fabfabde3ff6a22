import { z } from "zod";
import { field, Instant } from "../../kit/field.ts";
import { command, Done, Nothing, query } from "../../kit/operation.ts";
import { defineResource } from "../../kit/resource.ts";
import { sysUserPreferenceMessages } from "./user-preference.messages.ts";

/** Largest preference, as JSON text, in bytes of UTF-8. */
export const preferenceBytesMax = 16_384;

const PreferenceKey = field(
  z
    .string()
    .min(1)
    .max(128)
    .regex(/^[A-Za-z0-9:._-]+$/),
  { kind: "code" },
);

const PreferenceValue = field(
  z.json().refine((value) => new TextEncoder().encode(JSON.stringify(value)).length <= preferenceBytesMax),
  { kind: "json" },
);

/** Something a user arranged for themselves, such as the columns of a list: `list:sysPos`. */
export const UserPreference = z.object({ key: PreferenceKey, value: PreferenceValue, updateTime: Instant });

export const sysUserPreference = defineResource({
  name: "sysUserPreference",
  record: UserPreference,
  refusals: {
    tooMany: { status: 409 },
  },
  operations: {
    /** Everything the caller arranged. */
    list: query(Nothing, z.array(z.object({ key: PreferenceKey, value: PreferenceValue })), {
      access: "signedIn",
      passive: true,
    }),
    /** Keeps a value under a key, in place of the one before. `null` forgets it. */
    save: command(z.object({ key: PreferenceKey, value: PreferenceValue }), Done, {
      access: "signedIn",
      refusals: ["tooMany"],
    }),
  },
  messages: sysUserPreferenceMessages,
});
