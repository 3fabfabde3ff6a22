import type { CurrencyCode } from "@countinghouse/money/currency.ts";
import { isNegative, zero } from "@countinghouse/money/money.ts";
import { readAmount, writeAmount } from "./airwallex-amounts.wire.ts";
import {
  airwallexBodyOf,
  airwallexFailureOf,
  airwallexUnanswered,
  exchangesOf,
  faultOf,
  isMissing,
  pageOf,
} from "./airwallex-answer.service.ts";
import {
  AirwallexBalances,
  AirwallexTransfer,
  airwallexBeneficiary,
  airwallexMethod,
  airwallexTransferReport,
} from "./airwallex-payout.wire.ts";
import { type AirwallexCall, callAirwallex } from "./airwallex-session.service.ts";
import { messageOf, notProcessed, unknownOutcome, unlessMoneyError } from "./answer.wire.ts";
import type { GatewayAccountForCalls, PayoutConnector } from "./connector.port.ts";

const transfers = "/api/v1/transfers";
const within = encodeURIComponent;

/** The API version that introduced transfers; before it they were a different object. */
const apiVersion = "2024-09-27";

const call = (account: GatewayAccountForCalls, asked: Omit<AirwallexCall, "apiVersion">) =>
  callAirwallex(account, { ...asked, apiVersion });

const get = (account: GatewayAccountForCalls, path: string) =>
  call(account, { operation: "query", method: "GET", path, body: null, idempotencyKey: null });

/** Error codes that definitely refuse a transfer. A reused request id is not among them. */
const isRefusal = (code: string): boolean => /^(?:insufficient_|invalid_|field_required|validation_)/.test(code);

/** Creates a transfer. Our number is the request id, by which it is found again. */
const send: PayoutConnector["send"] = async (account, { payoutNo, amount: asked, beneficiary: payee, statement }) => {
  const text = unlessMoneyError(() => writeAmount(asked, account.exponentOverrides));
  if (text === undefined) return notProcessed("amount_not_representable", []);
  const beneficiary = airwallexBeneficiary(payee, asked.currency);
  if (!beneficiary) return notProcessed("invalid_transaction", [], { upstreamCode: "wallet_not_supported" });
  const answered = await call(account, {
    operation: "payout",
    method: "POST",
    path: `${transfers}/create`,
    idempotencyKey: payoutNo,
    hidden: [payee.number],
    body: {
      request_id: payoutNo,
      reference: statement,
      reason: "other_services",
      source_currency: asked.currency,
      transfer_currency: asked.currency,
      transfer_amount: text,
      transfer_method: airwallexMethod(payee),
      beneficiary,
    },
  });
  const parsed = AirwallexTransfer.safeParse(airwallexBodyOf(answered));
  const report =
    parsed.success && unlessMoneyError(() => airwallexTransferReport(parsed.data, exchangesOf(answered, "success")));
  if (report) return report;
  const fault = faultOf(answered);
  if (!fault || !isRefusal(fault.code)) return airwallexFailureOf(answered);
  return {
    kind: "refused",
    upstreamCode: fault.code,
    upstreamMessage: messageOf(fault.message),
    exchanges: exchangesOf(answered, "declined"),
  };
};

/** Queries a transfer: by the provider's id, else by our number. */
const query: PayoutConnector["query"] = async (account, { payoutNo, providerReference }) => {
  const isKnown = providerReference !== null;
  const asked = await get(
    account,
    isKnown ? `${transfers}/${within(providerReference)}` : `${transfers}?request_id=${within(payoutNo)}`,
  );
  if (isMissing(asked)) return { kind: "not_found", exchanges: exchangesOf(asked, "success") };
  const body = airwallexBodyOf(asked);
  const page = isKnown ? { items: [body], hasMore: false } : pageOf(body);
  if (body === undefined || !page) return airwallexUnanswered(asked);
  const read = page.items.map((one) => AirwallexTransfer.safeParse(one));
  const found = read.find(({ data }) => data && (isKnown || data.request_id === payoutNo))?.data;
  // Our transfer may be an unreadable entry, or stand on another page.
  const isAbsent = !found && !page.hasMore && read.every(({ success }) => success);
  if (isAbsent) return { kind: "not_found", exchanges: exchangesOf(asked, "success") };
  const report = found && unlessMoneyError(() => airwallexTransferReport(found, exchangesOf(asked, "success")));
  return report ?? unknownOutcome("garbage", exchangesOf(asked, "error"));
};

/** The balance for payouts; zero for a currency that the account does not hold. */
const balance = async (account: GatewayAccountForCalls, code: CurrencyCode) => {
  const asked = await get(account, "/api/v1/balances/current");
  const parsed = AirwallexBalances.safeParse(airwallexBodyOf(asked));
  if (!parsed.success) return airwallexUnanswered(asked);
  const told = parsed.data.find((one) => one.currency === code)?.available_amount ?? "0";
  const available = unlessMoneyError(() => (told.startsWith("-") ? zero(code) : readAmount(told, code)));
  if (!available || isNegative(available)) return airwallexUnanswered(asked);
  return { kind: "held", available, exchanges: exchangesOf(asked, "success") } as const;
};

/** Transfers out of an Airwallex account. */
export const airwallexPayouts: PayoutConnector = { send, query, balance };
