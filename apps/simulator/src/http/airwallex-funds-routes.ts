import { currencyCodes } from "@countinghouse/money/currency.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import {
  airwallexSettlement,
  airwallexTransfer,
  decimal,
  settledAt,
  settlementId,
  settlementStatus,
} from "../airwallex-funds-view.ts";
import type { Account, SettlementFile } from "../book.ts";
import { Fault, found } from "../fault.ts";
import { look, once } from "../idempotency.ts";
import { availableFor, payOut } from "../payouts.ts";
import { fingerprint, type World } from "../world.ts";
import { minor } from "./airwallex-amount.ts";
import { tokenAccount } from "./airwallex-token.ts";
import { currencyShape, idShape, read, referenceShape } from "./wire.ts";

const transfers = "/api/v1/transfers";
const settlements = "/api/v1/pa/financial/settlements";

const transferShape = z.object({
  request_id: referenceShape,
  reference: referenceShape,
  reason: referenceShape,
  source_currency: currencyShape,
  transfer_currency: currencyShape,
  transfer_amount: z.string().regex(/^\d{1,16}(?:\.\d{1,8})?$/),
  transfer_method: z.enum(["LOCAL", "SWIFT"]),
  beneficiary: z.object({
    type: z.literal("BANK_ACCOUNT"),
    entity_type: z.enum(["COMPANY", "PERSONAL"]),
    bank_details: z
      .object({ account_number: z.string().max(34).optional(), iban: z.string().max(34).optional() })
      .refine(({ account_number, iban }) => (account_number ?? iban ?? "").length >= 2),
  }),
});

const pageShape = z.object({
  page_num: z.coerce.number().int().min(0).default(0),
  page_size: z.coerce.number().int().min(1).max(1_000).default(100),
});
const transferListShape = pageShape.extend({ request_id: referenceShape.optional() });
const instantShape = z
  .string()
  .transform((text) => Date.parse(text.replace(/([+-]\d{2})(\d{2})$/, "$1:$2")))
  .refine((at) => !Number.isNaN(at));
const settlementListShape = pageShape.extend({
  currency: currencyShape,
  status: z.enum(["PENDING", "SETTLED"]),
  from_settled_at: instantShape,
  to_settled_at: instantShape,
});

/** Balance of an account without limited balances, in minor units: enough for any test. */
const unlimitedMinor = 10n ** 14n;

/** Balances in every currency, for payouts. */
const airwallexBalances = (account: Account) =>
  currencyCodes.map((currency) => {
    const amount = Number(decimal(availableFor(account, currency) ?? unlimitedMinor, currency));
    return { currency, available_amount: amount, pending_amount: 0, reserved_amount: 0, total_amount: amount };
  });

/** Transfers exist from this API version on. */
const transfersSince = "2024-09-27";

/** The caller's account, in a version that has transfers: its own default where the call names none. */
function transferAccount(world: World, request: FastifyRequest): Account {
  const account = tokenAccount(world, request);
  const version = request.headers["x-api-version"];
  if (typeof version === "string" && version < transfersSince)
    throw new Fault(404, "not_found", "There are no transfers in this API version.");
  return account;
}

function pageOf<Item>(own: readonly Item[], { page_num, page_size }: z.infer<typeof pageShape>) {
  const end = (page_num + 1) * page_size;
  return { hasMore: own.length > end, items: own.slice(end - page_size, end) };
}

/** The Airwallex-shaped calls for payouts and settlements. */
export function airwallexFundsRoutes(app: FastifyInstance, world: World): void {
  transferRoutes(app, world);
  settlementRoutes(app, world);
}

function transferRoutes(app: FastifyInstance, world: World): void {
  const { payouts } = world.book;
  app.post(`${transfers}/create`, async (request, reply) => {
    const account = transferAccount(world, request);
    const input = read(transferShape, request.body);
    const { account_number, iban } = input.beneficiary.bank_details;
    const { objectId } = await once(
      world,
      account,
      { operation: request.url, key: input.request_id, body: request.body },
      () =>
        payOut(world, account, {
          reference: input.request_id,
          amount: minor(input.transfer_amount, input.transfer_currency),
          currency: input.transfer_currency,
          beneficiary: account_number ?? iban ?? "",
        }),
    );
    return reply.code(201).send(airwallexTransfer(found(payouts.get(objectId), account.id, "transfer")));
  });
  app.get(`${transfers}/:id`, async (request) => {
    const account = transferAccount(world, request);
    const { id } = read(idShape, request.params);
    return look(world, account, () => airwallexTransfer(found(payouts.get(id), account.id, "transfer")));
  });
  app.get(transfers, async (request) => {
    const account = transferAccount(world, request);
    const filter = read(transferListShape, request.query);
    const own = [...payouts.values()].filter(
      ({ accountId, reference }) =>
        accountId === account.id && (filter.request_id === undefined || filter.request_id === reference),
    );
    const { hasMore, items } = pageOf(own.reverse(), filter);
    return look(world, account, () => ({ has_more: hasMore, items: items.map(airwallexTransfer) }));
  });
  app.get("/api/v1/balances/current", async (request) => {
    const account = tokenAccount(world, request);
    return look(world, account, () => airwallexBalances(account));
  });
}

function settlementRoutes(app: FastifyInstance, world: World): void {
  const filesOf = (account: Account): SettlementFile[] =>
    world.book.files.filter(({ accountId }) => accountId === account.id);
  const asked = (account: Account, request: FastifyRequest): SettlementFile => {
    const { id } = read(idShape, request.params);
    const file = filesOf(account).find((one) => settlementId(one) === id);
    return found(file, account.id, "settlement");
  };
  const view = (file: SettlementFile) => airwallexSettlement(file, world.clock.now());
  /** Proves a report's address, which is fetched without a token. */
  const proofOf = (file: SettlementFile): string => fingerprint(world, `report ${settlementId(file)}`);

  app.get(settlements, async (request) => {
    const account = tokenAccount(world, request);
    const filter = read(settlementListShape, request.query);
    const own = filesOf(account).filter(
      (file) =>
        file.currency === filter.currency &&
        settlementStatus(file, world.clock.now()) === filter.status &&
        settledAt(file) >= filter.from_settled_at &&
        settledAt(file) <= filter.to_settled_at,
    );
    const { hasMore, items } = pageOf(own.reverse(), filter);
    return look(world, account, () => ({ has_more: hasMore, items: items.map(view) }));
  });
  app.get(`${settlements}/:id`, async (request) => {
    const account = tokenAccount(world, request);
    return look(world, account, () => view(asked(account, request)));
  });
  app.get(`${settlements}/:id/report`, async (request) => {
    const account = tokenAccount(world, request);
    return look(world, account, () => {
      const file = asked(account, request);
      return { report_url: `${world.publicUrl()}/settlement-reports/${settlementId(file)}?proof=${proofOf(file)}` };
    });
  });
  app.get("/settlement-reports/:id", async (request, reply) => {
    const { id } = read(idShape, request.params);
    const { proof } = read(z.object({ proof: z.string() }), request.query);
    const file = world.book.files.find((one) => settlementId(one) === id && proofOf(one) === proof);
    return reply.type("text/csv; charset=utf-8").send(found(file, file?.accountId ?? "", "report").text);
  });
}
