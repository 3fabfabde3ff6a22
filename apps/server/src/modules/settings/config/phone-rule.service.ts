import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import { isPhoneElsewhere } from "@countinghouse/contract/platform/phone-number.ts";
import type { Context } from "../../../platform/http/context.ts";
import { settingsOf } from "./config.store.ts";

/**
 * Refuses a foreign phone number where the settings do not allow one. A stored number stays: the setting may have
 * changed since.
 */
export async function assertPhoneTaken(
  ctx: Context,
  phone: string | null | undefined,
  kept: string | null = null,
): Promise<void> {
  if (!phone || phone === kept || !isPhoneElsewhere(phone)) return;
  const { sys_phone_international: isTaken } = await settingsOf(ctx, ["sys_phone_international"]);
  if (!isTaken) throw refuse("platform.phoneElsewhere", {}, { field: "phone" });
}
