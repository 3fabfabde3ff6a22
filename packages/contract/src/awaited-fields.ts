import { type LocalizedText, text3 } from "./kit/locale.ts";

/** Features that this version does not have yet, though some of their terms are stored. */
export const awaitedAreas = {
  disputes: text3("disputes", "拒付", "爭議款"),
  subMerchants: text3("sub-merchants at the provider", "上游子商户", "上游子特店"),
} as const satisfies Readonly<Record<string, LocalizedText>>;
export type AwaitedArea = keyof typeof awaitedAreas;

/** Fields by the feature that will use them. */
type Awaited = Readonly<Partial<Record<AwaitedArea, readonly string[]>>>;

/**
 * Stored fields without effect yet, by resource. Forms say so. `tools/tidy` fails on an unused field that is missing
 * here, and on a listed field that is used.
 */
export const awaitedFields: Readonly<Record<string, Awaited>> = {
  merPaymentMethodCfg: {
    disputes: ["inquiryFee", "disputePenalty", "disputePenaltyRefundOnWin", "refusalPenalty"],
  },
  merGatewayAccountCfg: { subMerchants: ["subMid"] },
  gatewayAccountPaymentMethod: { disputes: ["disputeCost"] },
  upstreamGatewayPaymentMethod: { disputes: ["disputeWindowDays"] },
};

/** Fields among `fields` without effect yet, by feature in the order of {@link awaitedAreas}. */
export function awaitedAmong(
  resource: string,
  fields: readonly string[],
): readonly { readonly area: AwaitedArea; readonly fields: readonly string[] }[] {
  const awaited = awaitedFields[resource] ?? {};
  return (Object.keys(awaitedAreas) as AwaitedArea[]).flatMap((area) => {
    const found = fields.filter((field) => awaited[area]?.includes(field));
    return found.length > 0 ? [{ area, fields: found }] : [];
  });
}
