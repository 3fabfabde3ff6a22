import { randomUUID } from "node:crypto";
import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { type OpenClient, openClient } from "../tools/replay/client.ts";
import { address, type admin, adminTokens, call, fresh, invitationOf, read, settleIn } from "./console.ts";

/** Cards of the simulator, by what they do. */
export const cards = {
  approved: "4008400010000004",
  challenged: "4008402010000000",
  declined: "4008401010000002",
  refundFails: "4008404020000004",
};

/** A merchant, as lists show it. */
export interface Merchant {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly currency: string;
  readonly orgId: number;
}

/** A merchant of the demonstration with a server that may call. */
export interface Shop {
  readonly merchant: Merchant;
  readonly client: OpenClient;
  /** Of the test key. */
  readonly secret: string;
}

/** An order that waits to be paid. */
export interface PlacedOrder {
  readonly id: string;
  readonly orderNo: string;
  readonly merchantOrderNo: string;
  readonly email: string;
  /** Of the payer's page. */
  readonly path: string;
}

/** The administrator's answer to a call that must succeed. */
export async function ask<T>(request: APIRequestContext, path: string, data: object): Promise<T> {
  const { code, message, result } = await call(request, path, data, await adminTokens(request));
  expect(code, `${path}: ${message}`).toBe(200);
  return result as T;
}

/** Merchants that take payments, in a currency; those of the demonstration before any that a journey lets in. */
export async function merchantsIn(request: APIRequestContext, currency: string): Promise<readonly Merchant[]> {
  const wanted = { page: 1, pageSize: 50, field: "createTime", order: "asc" };
  const { items } = await ask<{ items: Merchant[] }>(request, "merchant/page", wanted);
  return items.filter((one) => one.status === "active" && one.currency === currency);
}

/** The app of a merchant, and its test key. */
export async function testKeyOf(
  request: APIRequestContext,
  merchantId: string,
): Promise<{ id: string; appKey: string }> {
  const [app] = (await read(request, `coinApp/list?merchantId=${merchantId}`)) as { id: string }[];
  if (!app) throw new Error("the merchant has no app");
  const keys = (await read(request, `coinApp/keys?id=${app.id}`)) as { mode: string; appKey: string }[];
  return { id: app.id, appKey: keys.find(({ mode }) => mode === "test")?.appKey ?? "" };
}

let open: Promise<Shop> | undefined;

/** The shop of the run: its test key gets a secret, and its server can place orders. */
export function openShop(request: APIRequestContext): Promise<Shop> {
  open ??= (async () => {
    const [merchant] = await merchantsIn(request, "GBP");
    if (!merchant) throw new Error("no merchant takes pounds");
    const { id, appKey } = await testKeyOf(request, merchant.id);
    const { secret } = await ask<{ secret: string }>(request, "coinApp/rotateSecret", { id, mode: "test" });
    return { merchant, secret, client: openClient({ base: address(), appKey, appSecret: secret }) };
  })();
  return open;
}

interface OrderWish {
  readonly amount: number;
  readonly captureMethod?: string;
  /** Where the merchant's server wants to be told of this order, besides its endpoints. */
  readonly notifyUrl?: string;
  /** Where the payer comes back. */
  readonly returnUrl?: string;
}

/** Places an order in pounds that its payer still has to pay. */
export async function placeOrder(
  request: APIRequestContext,
  { client }: Pick<Shop, "client">,
  { amount, captureMethod = "automatic", notifyUrl, returnUrl = "https://shop.example/thanks" }: OrderWish,
): Promise<PlacedOrder> {
  const merchantOrderNo = fresh("E2E").replace(" ", "-");
  const email = `${merchantOrderNo.toLowerCase()}@example.com`;
  const { status, body } = await client.post(
    "/v1/orders",
    {
      merchantOrderNo,
      amount,
      currency: "GBP",
      captureMethod,
      payer: { email, name: "Ada Payer" },
      ip: "203.0.113.9",
      returnUrl,
      ...(notifyUrl ? { notifyUrl } : {}),
      items: [{ name: "Tea, first flush", quantity: 1, unitAmount: amount, amount }],
    },
    randomUUID(),
  );
  expect(status, JSON.stringify(body)).toBeLessThan(300);
  const [found] = (await read(request, `coinOrder/find?text=${body.orderNo}`)) as { id: string }[];
  return {
    id: found?.id ?? "",
    orderNo: body.orderNo,
    merchantOrderNo,
    email,
    path: new URL(body.paymentUrl).pathname,
  };
}

/** The payer opens the page of an order and sends a card. */
export async function payByCard(payer: Page, { path }: PlacedOrder, number: string): Promise<void> {
  await payer.goto(`${path}?lang=en`);
  await payer.getByLabel("Card number").fill(number);
  await payer.getByLabel("Expiry date").fill("12/30");
  await payer.getByLabel("Security code").fill("321");
  await payer.getByLabel("Name on card").fill("Ada Payer");
  await payer.getByRole("button", { name: /^Pay / }).click();
}

/** A new account in the role of a code, with a password of its own. */
export async function addAccount(
  request: APIRequestContext,
  of: { readonly account: string; readonly realName: string; readonly orgId: number },
  roleCode: string,
): Promise<typeof admin> {
  const roles = (await read(request, "sysRole/list")) as { id: number; code: string }[];
  let invitation = "";
  // Every tenant has its own role of that code; only the one of the organisation's tenant is taken.
  for (const { id } of roles.filter(({ code }) => code === roleCode)) {
    const { code, result } = await call(
      request,
      "sysUser/add",
      { ...of, roleIdList: [id] },
      await adminTokens(request),
    );
    if (code === 200) invitation = invitationOf(result);
  }
  return settleIn(request, of.account, invitation);
}

/** Somebody who signs in for a merchant, in one of the roles made for that. */
export async function addMerchantUser(
  request: APIRequestContext,
  { id }: Pick<Merchant, "id">,
  roleCode: string,
): Promise<typeof admin> {
  const account = fresh("shop").replace(" ", ".");
  const person = { merchantId: id, account, realName: "Ada Owner", role: roleCode };
  const { invitation } = (await ask(request, "merchantStaff/add", person)) as { invitation: string };
  return settleIn(request, account, invitation);
}
