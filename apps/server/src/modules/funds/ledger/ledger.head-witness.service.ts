import { postOutside } from "../../../platform/outbound/outbound-post.ts";
import type { ChainHeadRecipient } from "./ledger.heads.port.ts";

/** How long an address may take to answer, in ms. */
const timeoutMs = 20_000;
const headBytes = 512;

/** Tells heads to an address: the text of the day as the body of a POST. Anything but an answer of 2xx is a failure. */
export const createHeadWitness = (url: string): ChainHeadRecipient => ({
  name: new URL(url).host,
  tell: async ({ text }) => {
    const headers = {
      "content-type": "application/json; charset=utf-8",
      "user-agent": "Countinghouse-Ledger/1",
      "x-event-type": "ledger.heads",
    };
    // A variable names it, wherever it is.
    const reach = [new URL(url).host];
    const { status } = await postOutside({ url, reach, headers, body: text, timeoutMs, headBytes });
    if (status < 200 || status > 299) throw new Error(`${new URL(url).host} answered ${status} to the ledger's heads`);
  },
});
