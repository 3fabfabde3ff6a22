import { money } from "@countinghouse/money/money.ts";
import type { Candidate, RouteRequest } from "../src/modules/gateways/routing/routing.candidate.policy.ts";

/** When the payments of these tests are made. */
export const at = new Date("2026-11-21T10:00:00.000Z");

/** Days from then. */
export const day = (offset: number) => new Date(at.getTime() + offset * 86_400_000);

/** A payment. */
export const request = (parts: Partial<RouteRequest> = {}): RouteRequest => ({
  orderNo: "OR20261121ABCDEFGHJK",
  mode: "test",
  amount: money(10_000n, "USD"),
  method: "card_visa",
  appId: "app_1",
  country: "US",
  binCountry: "US",
  type: "hosted_page",
  captureMethod: "automatic",
  triedAccountIds: [],
  at,
  ...parts,
});

/** What differs from an account that takes everything. */
export type Parts = Partial<Omit<Candidate, "binding">> & { readonly binding?: Partial<Candidate["binding"]> };

/** An account that takes every payment unless told otherwise. */
export const candidate = ({ binding, ...parts }: Parts = {}): Candidate => ({
  accountId: "gwa_1",
  name: "Main",
  gatewayId: "gwy_1",
  mode: "test",
  priority: 100,
  weight: 50,
  version: "1",
  provider: "enabled",
  gateway: "enabled",
  account: "enabled",
  method: { onAccount: true, atProvider: true },
  narrowings: [],
  bounds: [],
  allowances: [],
  capabilities: new Set(["authorize", "capture", "refund", "partial_refund"]),
  channels: [],
  takesTrade: true,
  health: "healthy",
  cost: null,
  approvals: { alike: { attempts: 0, approved: 0 }, all: { attempts: 0, approved: 0 } },
  ...parts,
  binding: {
    status: "enabled",
    appIds: [],
    methods: [],
    types: [],
    binCountries: [],
    unknownIssuer: "allow",
    validFrom: null,
    validTo: null,
    ...binding,
  },
});
