import { type LocalizedText, text3 } from "./kit/locale.ts";

/** What this version does not run yet, though some of its terms are kept already. */
export const awaitedAreas = {
  disputes: text3("disputes", "拒付", "爭議款"),
  subMerchants: text3("sub-merchants at the provider", "上游子商户", "上游子特店"),
} as const satisfies Readonly<Record<string, LocalizedText>>;
export type AwaitedArea = keyof typeof awaitedAreas;

/** Fields by the area that will read them. */
type Awaited = Readonly<Partial<Record<AwaitedArea, readonly string[]>>>;

/**
 * Fields that are kept and that nothing obeys yet, by resource. Forms say so beside them. `tools/tidy` fails on a field
 * that is read by nothing and stands here in no line, and on a line whose field is read after all.
 */
export const awaitedFields: Readonly<Record<string, Awaited>> = {
  merPaymentMethodCfg: {
    disputes: ["inquiryFee", "disputePenalty", "disputePenaltyRefundOnWin", "refusalPenalty"],
  },
  merGatewayAccountCfg: { subMerchants: ["subMid"] },
  gatewayAccountPaymentMethod: { disputes: ["disputeCost"] },
  upstreamGatewayPaymentMethod: { disputes: ["disputeWindowDays"] },
};

/** The fields of a resource that are among `fields` and not obeyed yet, by area in the order of {@link awaitedAreas}. */
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
