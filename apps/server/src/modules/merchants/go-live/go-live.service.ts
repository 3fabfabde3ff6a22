import { notFound } from "@countinghouse/contract/kit/refusal.ts";
import type { InputOf, ResultOf } from "@countinghouse/contract/kit/resource.ts";
import type { goLive } from "@countinghouse/contract/merchants/go-live/go-live.ts";
import { merchantMessages } from "@countinghouse/contract/merchants/merchant/merchant.messages.ts";
import { PaymentType } from "@countinghouse/contract/payment-enumerations.ts";
import { formatMoney } from "@countinghouse/money/format.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import type { Context } from "../../../platform/http/context.ts";
import { takesOnOurPage } from "../mer-payment-type-cfg/index.ts";
import {
  approvalItem,
  bindingItem,
  checkedParticulars,
  checkoutItem,
  feesItem,
  keyItem,
  ownersItem,
  particularsItem,
  termsItem,
  testItem,
} from "./go-live.policy.ts";
import {
  countBindings,
  countOffered,
  countRules,
  currenciesInForce,
  enabledApps,
  enabledTypes,
  lastTestOrder,
  type MerchantCase,
  readCase,
  readFile,
  type WaitingApproval,
  waitingBinding,
  waitingVersion,
} from "./go-live.store.ts";

type Operations = typeof goLive.operations;

/** Whether the caller requested the pending change. */
const asPending = ({ actor }: Context, waiting: Pick<WaitingApproval, "id" | "userId"> | undefined) =>
  waiting && { ...waiting, isOwn: waiting.userId === actor.userId };

async function checkoutOf(ctx: Context, merchantId: string) {
  const types = await enabledTypes(ctx, merchantId);
  const names = types.map(({ paymentType }) => PaymentType.memberOf(paymentType)?.text[ctx.request.locale] ?? "");
  return checkoutItem({
    types: [...new Set(names)],
    channels: await countOffered(ctx, merchantId),
    isOnOurPage: await takesOnOurPage(ctx, merchantId),
  });
}

function particularsOf(ctx: Context, row: MerchantCase) {
  const { fields } = merchantMessages[ctx.request.locale];
  const lacking = checkedParticulars.filter((name) => !row[name]).map((name) => fields[name]);
  const { legalName, registrationNo, mcc } = row;
  return particularsItem(lacking, { legalName, registrationNo, mcc });
}

/** Every item, as the records stand now. */
export async function readChecklist(
  ctx: Context,
  { merchantId }: InputOf<Operations["checklist"]>,
): Promise<ResultOf<Operations["checklist"]>> {
  const row = await readCase(ctx, merchantId);
  if (!row) throw notFound("merchant", merchantId);
  const test = await lastTestOrder(ctx, merchantId);
  const amount = test ? formatMoney(fromWire(test.amount, test.currency), { language: ctx.request.locale }) : "";
  const items = [
    particularsOf(ctx, row),
    ownersItem(await readFile(ctx, merchantId)),
    termsItem(
      await currenciesInForce(ctx, merchantId),
      asPending(ctx, await waitingVersion(ctx, "accountTerms", merchantId)),
    ),
    feesItem(await countRules(ctx, row), asPending(ctx, await waitingVersion(ctx, "feeRules", merchantId))),
    bindingItem(await countBindings(ctx, merchantId), asPending(ctx, await waitingBinding(ctx, merchantId))),
    await checkoutOf(ctx, merchantId),
    keyItem(await enabledApps(ctx, merchantId)),
    approvalItem(row, ctx.actor.userId),
    testItem(test, amount),
  ];
  return { merchantId, readTime: ctx.now.toISOString(), items, testOrderId: test?.id ?? null };
}
