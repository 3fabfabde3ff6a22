import { z } from "zod";
import { defineWorker, type JobWorker } from "../../../platform/jobs/worker.ts";
import type { Platform } from "../../../platform/platform.ts";
import { type OrderNode, sendBegun } from "../../payments/order-processing/index.ts";
import { detailsAt, testPaymentQueue } from "./test-payment.service.ts";

/** Sends test payments to their gateway, once: the result of a broken call is queried like any other payment's. */
export const testPaymentWorker = (platform: Platform, connectorOf: OrderNode["connectorOf"]): JobWorker =>
  defineWorker({
    queue: testPaymentQueue,
    schema: z.object({ merchantId: z.string(), orderId: z.string(), attemptId: z.string() }),
    concurrency: 2,
    retry: { limit: 0, delaySeconds: 5 },
    handle: async ({ spine, now }, ref) => {
      await sendBegun({ ...spine, platform, connectorOf }, testPaymentQueue, ref, detailsAt(now));
    },
  });
