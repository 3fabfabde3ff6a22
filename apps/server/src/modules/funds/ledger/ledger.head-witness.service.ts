import { postOutside } from "../../../platform/outbound/outbound-post.ts";
import type { ChainHeadRecipient } from "./ledger.heads.port.ts";

/** Time limit for an address to answer, in milliseconds. */
const timeoutMs = 20_000;
const headBytes = 512;

/** Sends heads to an address: the day's text as the body of a POST. Any answer but 2xx is a failure. */
export const createHeadWitness = (url: string): ChainHeadRecipient => ({
  name: new URL(url).host,
  tell: async ({ text }) => {
    const headers = {
      "content-type": "application/json; charset=utf-8",
      "user-agent": "Countinghouse-Ledger/1",
      "x-event-type": "ledger.heads",
    };
    // A configured address may be internal.
    const reach = [new URL(url).host];
    const { status } = await postOutside({ url, reach, headers, body: text, timeoutMs, headBytes });
    if (status < 200 || status > 299) throw new Error(`${new URL(url).host} answered ${status} to the ledger's heads`);
  },
});
