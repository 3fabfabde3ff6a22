import { goLive } from "@countinghouse/contract/merchants/go-live/go-live.ts";
import { implement } from "../../../platform/http/implement.ts";
import type { Platform } from "../../../platform/platform.ts";
import { readChecklist } from "./go-live.service.ts";
import { testPayment } from "./test-payment.service.ts";

export const buildGoLiveRoutes = (platform: Platform) =>
  implement(goLive, { checklist: readChecklist, testPayment: testPayment(platform) });
