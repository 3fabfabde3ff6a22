import { merchant } from "@countinghouse/contract/merchants/merchant/merchant.ts";
import type { TestApp, TestClient } from "./app.ts";
import { merchantProfile } from "./merchants.ts";
import { buildBinding, buildChannel, buildCheckoutLine, buildGatewayAccount, buildMethod } from "./routes.ts";
import { buildAccountTerms, buildFeeRule, buildPaymentType } from "./terms.ts";
import { callAsRead } from "./two-people.ts";

interface Owner {
  readonly tenantId: number;
  readonly merchantId: string;
}

/** Takes a draft to the state after an approval. */
export async function approveNew({ maker, checker }: { maker: TestClient; checker: TestClient }): Promise<string> {
  const id = await maker.call(merchant, "add", merchantProfile());
  await maker.call(merchant, "submit", { id });
  await checker.call(merchant, "review", { id });
  await callAsRead(checker, merchant, "approve", { id });
  return id;
}

/** What every merchant needs before it may take payments, but for the way in which it takes them. */
export async function agreeTerms(app: TestApp, owner: Owner): Promise<void> {
  await Promise.all([buildAccountTerms(app, owner), buildFeeRule(app, owner)]);
  const { id: gatewayAccountId } = await buildGatewayAccount(app, { tenantId: owner.tenantId, methodIds: [] });
  await buildBinding(app, { ...owner, gatewayAccountId });
}

interface LineParts {
  readonly line?: Partial<Parameters<typeof buildCheckoutLine>[1]>;
  readonly channel?: Partial<Parameters<typeof buildChannel>[1]>;
}

/** A channel of its own in the checkout of a merchant. */
export async function sellAtCheckout(app: TestApp, owner: Owner, { line, channel }: LineParts = {}): Promise<void> {
  const { tenantId } = owner;
  const { id: paymentMethodId } = await buildMethod(app, { tenantId });
  const channelId = await buildChannel(app, { tenantId, paymentMethodId, ...channel });
  await buildCheckoutLine(app, { ...owner, channelId, ...line });
}

/** All that a merchant needs whose payers come to the hosted page. */
export async function equip(app: TestApp, owner: Owner): Promise<void> {
  await agreeTerms(app, owner);
  await buildPaymentType(app, owner);
  await sellAtCheckout(app, owner);
}
