import { type ExclusionReason, RouteExclusion } from "@countinghouse/contract/gateways/routing/routing-enumerations.ts";
import type { AmountBounds, Candidate, RouteRequest } from "./routing.candidate.policy.ts";
import { type ChannelClosure, channelClosures, leavesOut } from "./routing.channel.policy.ts";

type Excludes = (candidate: Candidate, request: RouteRequest) => boolean;

const lacks =
  (capability: string, isNeeded: (request: RouteRequest) => boolean): Excludes =>
  ({ capabilities }, request) =>
    isNeeded(request) && !capabilities.has(capability);

const anyBound = ({ bounds }: Candidate, breaks: (bound: AmountBounds) => boolean): boolean => bounds.some(breaks);

/** Whether a cap has no room for this payment. */
const isUsedUp =
  (reason: ExclusionReason): Excludes =>
  ({ allowances }, { amount }) =>
    allowances.some(
      (allowance) =>
        allowance.reason === reason &&
        allowance.used + (allowance.counts === "amount" ? amount.amountMinor : 1n) > allowance.limit,
    );

const closedBy =
  (reason: ChannelClosure): Excludes =>
  ({ channels }, request) =>
    channelClosures(channels, request).includes(reason);

const isRepeated = (request: RouteRequest): boolean =>
  request.type === "subscription" || request.needsRecurring === true;

/** Reasons that are found later: when ranking accounts and when pricing the payment. */
export const laterReasons = ["not_in_rule", "no_price", "no_cost", "no_rate"] as const;
type LaterReason = (typeof laterReasons)[number];
const isLater = (reason: ExclusionReason): reason is LaterReason => laterReasons.includes(reason as LaterReason);

/** Every reason to exclude an account, with its condition. A reason without an entry does not compile. */
const filters: Readonly<Record<Exclude<ExclusionReason, LaterReason>, Excludes>> = {
  binding_pending: ({ binding }) => binding.status === "pending",
  binding_disabled: ({ binding }) => binding.status === "disabled",
  binding_not_started: ({ binding }, { at }) => binding.validFrom !== null && at < binding.validFrom,
  binding_ended: ({ binding }, { at }) => binding.validTo !== null && at >= binding.validTo,
  app_not_bound: ({ binding: { appIds } }, { appId }) =>
    appIds.length > 0 && (appId === null || !appIds.includes(appId)),
  other_mode: ({ mode }, request) => mode !== request.mode,
  provider_disabled: ({ provider }) => provider === "disabled",
  gateway_disabled: ({ gateway }) => gateway === "disabled",
  gateway_draining: ({ gateway }, { isFollowUp }) => gateway === "draining" && !isFollowUp,
  account_disabled: ({ account }) => account === "disabled",
  account_draining: ({ account }, { isFollowUp }) => account === "draining" && !isFollowUp,
  method_not_on_account: ({ method }) => !method.onAccount,
  method_not_at_provider: ({ method }) => !method.atProvider,
  method_not_bound: ({ binding }, { method }) => leavesOut(binding.methods, method),
  channel_disabled: closedBy("channel_disabled"),
  channel_maintenance: closedBy("channel_maintenance"),
  channel_not_offered: closedBy("channel_not_offered"),
  channel_currency: closedBy("channel_currency"),
  channel_country: closedBy("channel_country"),
  channel_amount: closedBy("channel_amount"),
  channel_device: closedBy("channel_device"),
  not_in_channel: ({ channels }, { channelId }) =>
    typeof channelId === "string" && !channels.some(({ id }) => id === channelId),
  currency_unsupported: ({ narrowings }, { amount }) =>
    narrowings.some(({ currencies }) => leavesOut(currencies, amount.currency)),
  country_unsupported: ({ narrowings }, { country }) =>
    narrowings.some(({ countries }) => leavesOut(countries, country)),
  issuer_country_unsupported: ({ binding }, { binCountry }) => leavesOut(binding.binCountries, binCountry),
  issuer_country_unknown: ({ binding: { binCountries, unknownIssuer } }, { binCountry, hasCard }) =>
    hasCard === true && binCountry === null && binCountries.length > 0 && unknownIssuer === "exclude",
  trade_unsupported: ({ takesTrade }) => !takesTrade,
  type_not_bound: ({ binding }, { type }) => leavesOut(binding.types, type),
  amount_too_small: (candidate, { amount }) =>
    anyBound(candidate, ({ min }) => min !== null && amount.amountMinor < min),
  amount_too_large: (candidate, { amount }) =>
    anyBound(candidate, ({ max }) => max !== null && amount.amountMinor > max),
  account_daily_amount: isUsedUp("account_daily_amount"),
  account_daily_count: isUsedUp("account_daily_count"),
  account_monthly_amount: isUsedUp("account_monthly_amount"),
  binding_daily_amount: isUsedUp("binding_daily_amount"),
  binding_daily_count: isUsedUp("binding_daily_count"),
  binding_monthly_amount: isUsedUp("binding_monthly_amount"),
  no_manual_capture: ({ capabilities }, { captureMethod }) =>
    captureMethod === "manual" && !(capabilities.has("authorize") && capabilities.has("capture")),
  no_three_ds: lacks("3ds", ({ needsThreeDs }) => needsThreeDs === true),
  no_recurring: lacks("recurring", isRepeated),
  no_partial_refund: lacks("partial_refund", ({ needsPartialRefund }) => needsPartialRefund === true),
  no_payout: lacks("payout", ({ type }) => type === "payout"),
  account_down: ({ health }) => health === "down",
  already_tried: ({ accountId }, { triedAccountIds, retryAccountId }) =>
    triedAccountIds.includes(accountId) && accountId !== retryAccountId,
  token_elsewhere: ({ accountId }, { tokenAccountIds }) =>
    tokenAccountIds !== undefined && !tokenAccountIds.includes(accountId),
};

const inOrder = RouteExclusion.members.flatMap(({ value }) =>
  isLater(value) ? [] : [{ reason: value, excludes: filters[value] }],
);

/** All reasons to exclude an account, in order; empty when it may take the payment. */
export const exclusionsOf = (candidate: Candidate, request: RouteRequest): readonly ExclusionReason[] =>
  inOrder.filter(({ excludes }) => excludes(candidate, request)).map(({ reason }) => reason);
