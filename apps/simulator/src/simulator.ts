import { randomBytes } from "node:crypto";
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { runUntil } from "./agenda.ts";
import { emptyBook } from "./book.ts";
import { manualClock, runningClock } from "./clock.ts";
import { ConnectionBroken, Fault, Garbage } from "./fault.ts";
import { airwallexError, airwallexRoutes } from "./http/airwallex-routes.ts";
import { controlRoutes, newAccount } from "./http/control-routes.ts";
import { nativeRoutes } from "./http/native-routes.ts";
import { payerRoutes } from "./http/payer-routes.ts";
import { notifyFence, type Options } from "./options.ts";
import { seededRandom } from "./random.ts";
import { scheduleSettlement } from "./settlement.ts";
import { loadSnapshot, saveSnapshot } from "./snapshot.ts";
import { taskHandlers } from "./tasks.ts";
import type { World } from "./world.ts";

const tickMs = 50;
const snapshotEveryMs = 1_000;

/** A simulator that listens. */
export interface Simulator {
  readonly url: string;
  stop(): Promise<void>;
}

function newWorld(options: Options, say: (line: string) => void, publicUrl: () => string): World {
  const kept = options.snapshot === undefined ? undefined : loadSnapshot(options.snapshot);
  // A fixed clock is for repeating a run exactly, and the fingerprints are part of the run.
  const salt = options.manualFrom === undefined ? randomBytes(16).toString("hex") : `seed ${options.seed}`;
  const book = kept ?? emptyBook(options.seed, salt);
  const clock =
    options.manualFrom === undefined ? runningClock(0) : manualClock(Math.max(options.manualFrom, book.clock));
  clock.moveTo(book.clock);
  const mayNotify = notifyFence(options.allowedHosts);
  const world: World = { book, clock, random: seededRandom(book), sleepers: [], publicUrl, mayNotify, say };
  if (!kept) {
    for (const id of ["sim_main", "sim_backup"]) book.accounts.set(id, newAccount(id));
    book.accounts.set("sim_airwallex", { ...newAccount("sim_airwallex"), face: "airwallex" });
    scheduleSettlement(world);
  }
  return world;
}

/** What the caller is told of an error; a defect is told to the log alone. */
function faultOf(world: World, error: FastifyError | Fault): Fault {
  if (error instanceof Fault) return error;
  const { statusCode = 500 } = error;
  if (statusCode < 500) return new Fault(statusCode, "validation_error", "The request could not be read.");
  world.say(`defect ${error.stack ?? error.message}`);
  return new Fault(500, "processor_error", "The simulator failed.");
}

function answerError(world: World, error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof ConnectionBroken) {
    reply.hijack();
    request.raw.socket.destroy();
    return reply;
  }
  if (error instanceof Garbage) return reply.code(200).type("application/json").send("<html>busy");
  const fault = faultOf(world, error);
  const { status, body } = request.url.startsWith("/api/")
    ? airwallexError(world, fault)
    : { status: fault.status, body: { error: { code: fault.code, message: fault.message } } };
  return reply.code(status).send(body);
}

function build(world: World, controlKey: string | undefined): FastifyInstance {
  const app = Fastify({ bodyLimit: 65_536, forceCloseConnections: true });
  app.setErrorHandler((error: FastifyError, request, reply) => answerError(world, error, request, reply));
  app.setNotFoundHandler(() => {
    throw new Fault(404, "not_found", "There is no such call.");
  });
  // The route's pattern and not the address: nothing a caller typed reaches the log.
  app.addHook("onResponse", async (request, reply) => {
    world.say(`${request.method} ${request.routeOptions.url ?? "unknown"} -> ${reply.statusCode}`);
  });
  app.get("/health", async () => ({ status: "ok" }));
  nativeRoutes(app, world);
  airwallexRoutes(app, world);
  payerRoutes(app, world);
  controlRoutes(app, world, controlKey);
  return app;
}

/** Starts a simulator; port 0 finds a free one. */
export async function startSimulator(options: Options, say: (line: string) => void): Promise<Simulator> {
  let listening = "";
  const world = newWorld(options, say, () => options.publicUrl ?? listening);
  const app = build(world, options.controlKey);
  listening = await app.listen({ host: options.host, port: options.port });
  const tick = (): void => {
    runUntil(world, taskHandlers, world.clock.now()).catch((error: unknown) => say(`defect ${String(error)}`));
  };
  const timers = world.clock.isManual ? [] : [setInterval(tick, tickMs)];
  const save = (): void => {
    if (options.snapshot === undefined) return;
    world.book.clock = world.clock.now();
    saveSnapshot(options.snapshot, world.book);
  };
  if (options.snapshot !== undefined) timers.push(setInterval(save, snapshotEveryMs));
  return {
    url: listening,
    stop: async () => {
      for (const timer of timers) clearInterval(timer);
      for (const { wake } of world.sleepers.splice(0)) wake();
      await app.close();
      save();
    },
  };
}
