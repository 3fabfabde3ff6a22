import { z } from "zod";
import { Flag } from "../../kit/field.ts";

/** What may be done with the order as it stands, whoever is allowed to do it. */
export const OrderAbilities = z.object({
  capture: Flag,
  /** Whether the gateway would take the rest of a capture later; where it would not, a capture is the last one. */
  captureInParts: Flag,
  void: Flag,
  cancel: Flag,
  sync: Flag,
});
