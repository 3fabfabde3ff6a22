import { type ExclusionReason, RouteExclusion } from "@countinghouse/contract/gateways/routing/routing-enumerations.ts";
import { describe, expect, test } from "vitest";
import { at, candidate, day, type Parts, request } from "../../../../test/candidates.ts";
import type { RouteRequest } from "./routing.candidate.policy.ts";
import { type CandidateChannel, channelOf } from "./routing.channel.policy.ts";
import { exclusionsOf, laterReasons } from "./routing.filter.policy.ts";

const allowance = (reason: ExclusionReason, counts: "amount" | "payments", used: bigint) => ({
  allowances: [{ reason, counts, limit: counts === "amount" ? 15_000n : 3n, used }],
});

const open = (id: string, parts: Partial<CandidateChannel> = {}): CandidateChannel => ({
  id,
  sort: 1,
  isOfGateway: true,
  state: "open",
  isOffered: true,
  conditions: [],
  devices: [],
  ...parts,
});
const selling = (condition: Partial<CandidateChannel["conditions"][number]>) => ({
  conditions: [{ currencies: [], countries: [], limits: [], ...condition }],
});
const limited = (min: string) => selling({ limits: [{ currency: "USD", min, max: null }] });

/** No card range knows the card. */
const unknownCard = { binCountry: null, hasCard: true };

/** For each reason: an account or a payment that it is about, and the closest one that it is not about. */
const cases: Readonly<Record<Exclude<ExclusionReason, (typeof laterReasons)[number]>, readonly [no: Case, yes: Case]>> =
  {
    binding_pending: [{ of: { binding: { status: "pending" } } }, { of: { binding: { status: "enabled" } } }],
    binding_disabled: [{ of: { binding: { status: "disabled" } } }, { of: { binding: { status: "enabled" } } }],
    binding_not_started: [{ of: { binding: { validFrom: day(1) } } }, { of: { binding: { validFrom: at } } }],
    binding_ended: [{ of: { binding: { validTo: at } } }, { of: { binding: { validTo: day(1) } } }],
    app_not_bound: [{ of: { binding: { appIds: ["app_2"] } } }, { of: { binding: { appIds: ["app_2", "app_1"] } } }],
    other_mode: [{ of: { mode: "live" } }, { of: { mode: "live" }, pay: { mode: "live" } }],
    provider_disabled: [{ of: { provider: "disabled" } }, {}],
    gateway_disabled: [{ of: { gateway: "disabled" }, pay: { isFollowUp: true } }, {}],
    gateway_draining: [{ of: { gateway: "draining" } }, { of: { gateway: "draining" }, pay: { isFollowUp: true } }],
    account_disabled: [{ of: { account: "disabled" }, pay: { isFollowUp: true } }, {}],
    account_draining: [{ of: { account: "draining" } }, { of: { account: "draining" }, pay: { isFollowUp: true } }],
    method_not_on_account: [{ of: { method: { onAccount: null, atProvider: true } } }, {}],
    method_not_at_provider: [{ of: { method: { onAccount: true, atProvider: false } } }, {}],
    method_not_bound: [{ of: { binding: { methods: ["alipay"] } } }, { of: { binding: { methods: ["card_visa"] } } }],
    channel_disabled: [{ of: { channels: [open("c", { state: "disabled" })] } }, { of: { channels: [open("c")] } }],
    channel_maintenance: [
      { of: { channels: [open("c", { state: "maintenance" })] } },
      { of: { channels: [open("c", { state: "maintenance" }), open("d")] } },
    ],
    channel_not_offered: [
      { of: { channels: [open("c", { isOffered: false })] } },
      { of: { channels: [open("c", { isOffered: false }), open("d")] } },
    ],
    channel_currency: [
      { of: { channels: [open("c", selling({ currencies: ["EUR"] }))] } },
      { of: { channels: [open("c", selling({ currencies: ["USD"] }))] } },
    ],
    channel_country: [
      { of: { channels: [open("c", selling({ countries: ["DE"] }))] } },
      { of: { channels: [open("c", selling({ countries: ["DE"] }))] }, pay: { country: null } },
    ],
    channel_amount: [
      { of: { channels: [open("c", limited("10001"))] } },
      { of: { channels: [open("c", limited("10000"))] } },
    ],
    channel_device: [
      { of: { channels: [open("c", { devices: ["mobile"] })] }, pay: { device: "desktop" } },
      { of: { channels: [open("c", { devices: ["mobile"] })] } },
    ],
    not_in_channel: [
      { of: { channels: [open("c")] }, pay: { channelId: "d" } },
      { of: { channels: [open("c"), open("d")] }, pay: { channelId: "d" } },
    ],
    currency_unsupported: [
      {
        of: {
          narrowings: [
            { currencies: ["USD"], countries: [] },
            { currencies: ["EUR"], countries: [] },
          ],
        },
      },
      { of: { narrowings: [{ currencies: ["USD"], countries: [] }] } },
    ],
    country_unsupported: [
      { of: { narrowings: [{ currencies: [], countries: ["GB"] }] } },
      { of: { narrowings: [{ currencies: [], countries: ["GB"] }] }, pay: { country: null } },
    ],
    issuer_country_unsupported: [
      { of: { binding: { binCountries: ["GB"] } } },
      { of: { binding: { binCountries: ["GB", "US"] } } },
    ],
    issuer_country_unknown: [
      { of: { binding: { binCountries: ["GB"], unknownIssuer: "exclude" } }, pay: unknownCard },
      { of: { binding: { binCountries: ["GB"] } }, pay: unknownCard },
    ],
    trade_unsupported: [{ of: { takesTrade: false } }, {}],
    type_not_bound: [{ of: { binding: { types: ["moto"] } } }, { of: { binding: { types: ["hosted_page"] } } }],
    amount_too_small: [
      { of: { bounds: [{ min: 10_001n, max: null }] } },
      { of: { bounds: [{ min: 10_000n, max: null }] } },
    ],
    amount_too_large: [
      { of: { bounds: [{ min: null, max: 9_999n }] } },
      { of: { bounds: [{ min: null, max: 10_000n }] } },
    ],
    account_daily_amount: [
      { of: allowance("account_daily_amount", "amount", 5_001n) },
      { of: allowance("account_daily_amount", "amount", 5_000n) },
    ],
    account_daily_count: [
      { of: allowance("account_daily_count", "payments", 3n) },
      { of: allowance("account_daily_count", "payments", 2n) },
    ],
    account_monthly_amount: [
      { of: allowance("account_monthly_amount", "amount", 5_001n) },
      { of: allowance("account_monthly_amount", "amount", 5_000n) },
    ],
    binding_daily_amount: [
      { of: allowance("binding_daily_amount", "amount", 5_001n) },
      { of: allowance("binding_daily_amount", "amount", 5_000n) },
    ],
    binding_daily_count: [
      { of: allowance("binding_daily_count", "payments", 3n) },
      { of: allowance("binding_daily_count", "payments", 2n) },
    ],
    binding_monthly_amount: [
      { of: allowance("binding_monthly_amount", "amount", 5_001n) },
      { of: allowance("binding_monthly_amount", "amount", 5_000n) },
    ],
    no_manual_capture: [
      { of: { capabilities: new Set(["authorize"]) }, pay: { captureMethod: "manual" } },
      { of: { capabilities: new Set() } },
    ],
    no_three_ds: [
      { pay: { needsThreeDs: true } },
      { of: { capabilities: new Set(["3ds"]) }, pay: { needsThreeDs: true } },
    ],
    no_recurring: [
      { pay: { type: "subscription" } },
      { of: { capabilities: new Set(["recurring"]) }, pay: { type: "subscription" } },
    ],
    no_partial_refund: [
      { of: { capabilities: new Set() }, pay: { needsPartialRefund: true } },
      { pay: { needsPartialRefund: true } },
    ],
    no_payout: [{ pay: { type: "payout" } }, { of: { capabilities: new Set(["payout"]) }, pay: { type: "payout" } }],
    account_down: [{ of: { health: "down" } }, { of: { health: "degraded" } }],
    already_tried: [
      { pay: { triedAccountIds: ["gwa_1"] } },
      { pay: { triedAccountIds: ["gwa_1"], retryAccountId: "gwa_1" } },
    ],
    token_elsewhere: [{ pay: { tokenAccountIds: ["gwa_2"] } }, { pay: { tokenAccountIds: ["gwa_1"] } }],
  };

interface Case {
  readonly of?: Parts;
  readonly pay?: Partial<RouteRequest>;
}

const judge = ({ of, pay }: Case) => exclusionsOf(candidate(of), request(pay));

describe("exclusionsOf", () => {
  test.each(Object.entries(cases))("leaves an account out for %s and for nothing else", (reason, [no, yes]) => {
    expect(judge(no)).toEqual([reason]);
    expect(judge(yes)).toEqual([]);
  });

  test("holds nothing against cards that are still to come, nor where no country is named", () => {
    const limits = { binCountries: ["GB"], unknownIssuer: "exclude" } as const;
    expect(judge({ of: { binding: limits }, pay: { binCountry: null } })).toEqual([]);
    expect(judge({ of: { binding: { ...limits, binCountries: [] } }, pay: unknownCard })).toEqual([]);
    expect(judge({ of: { binding: limits }, pay: { binCountry: "GB", hasCard: true } })).toEqual([]);
  });

  test("tells every reason, in the order in which they are declared", () => {
    const reasons = judge({ of: { health: "down", account: "disabled", binding: { status: "disabled" } } });
    expect(reasons).toEqual(["binding_disabled", "account_disabled", "account_down"]);
  });

  test("has a case for every reason it may give", () => {
    const declared = RouteExclusion.members
      .map(({ value }) => value)
      .filter((value) => !(laterReasons as readonly string[]).includes(value));
    expect(Object.keys(cases)).toEqual(declared);
  });
});

describe("channelOf", () => {
  test("prefers the gateway's own channel, then its place", () => {
    const channel = (id: string, sort: number, isOfGateway: boolean) => open(id, { sort, isOfGateway });
    const asked = request();
    expect(channelOf([channel("a", 1, false), channel("c", 9, true), channel("b", 5, true)], asked)?.id).toBe("b");
    expect(channelOf([], asked)).toBeUndefined();
    expect(channelOf([channel("a", 1, false), channel("c", 9, true)], { ...asked, channelId: "a" })?.id).toBe("a");
  });
});
