import { connect, createServer, type NetConnectOpts, type Socket } from "node:net";
import { Answers, Statements } from "./wire.ts";

/** What a gate does with the bytes that pass through it. */
export type Weather =
  | { readonly kind: "pass" }
  /** Every answer comes so much later. */
  | { readonly kind: "delay"; readonly ms: number }
  /** Nothing arrives on either side, and nobody is told. */
  | { readonly kind: "silent" }
  /** Requests arrive, answers vanish. */
  | { readonly kind: "mute" }
  /** The connection is reset after so many bytes of the answer. */
  | { readonly kind: "reset"; readonly afterBytes: number }
  /** The answer comes in small pieces. */
  | { readonly kind: "trickle"; readonly bytes: number; readonly everyMs: number };

/** A TCP gate in user space: it needs no right on the machine's network and is the same on every system. */
export interface Gate {
  readonly port: number;
  weather: Weather;
  /**
   * Set before a database: the answer to a statement it accepts is taken away and the connection cut, after the server
   * has carried the statement out.
   */
  cutsAnswerTo: ((statement: string) => boolean) | undefined;
  /** Set before a database: a statement it accepts never arrives, and every connection is cut at that moment. */
  cutsAllBefore: ((statement: string) => boolean) | undefined;
  /** Answers and statements taken away so far. */
  readonly cuts: number;
  /** Cuts every connection; answers how many. */
  sever(): number;
  close(): Promise<void>;
}

type Target = NetConnectOpts | (() => NetConnectOpts);

interface Passage {
  readonly client: Socket;
  readonly server: Socket;
  readonly statements: Statements | undefined;
  readonly answers: Answers;
  /** The answer that is taken away, by its number. */
  withheld: number | undefined;
  answered: number;
}

/** Opens a gate on a free port of the loopback. */
export async function openGate(target: Target, { readsPostgres = false } = {}): Promise<Gate> {
  const passages = new Set<Passage>();
  let cuts = 0;
  const listener = createServer((client) => {
    const server = connect(typeof target === "function" ? target() : target);
    const statements = readsPostgres ? new Statements() : undefined;
    const passage = { client, server, statements, answers: new Answers(), withheld: undefined, answered: 0 };
    passages.add(passage);
    const end = (): void => {
      passages.delete(passage);
      client.destroy();
      server.destroy();
    };
    for (const side of [client, server]) side.on("error", end).on("close", end);
    client.on("data", (chunk) => {
      if (toServer(gate, passage, chunk)) return;
      cuts += 1;
      gate.sever();
    });
    server.on("data", (chunk) => {
      if (!toClient(gate, passage, chunk)) return;
      cuts += 1;
      cut(passage);
    });
  });
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  const address = listener.address();
  const gate: Gate = {
    port: address && typeof address === "object" ? address.port : 0,
    weather: { kind: "pass" },
    cutsAnswerTo: undefined,
    cutsAllBefore: undefined,
    get cuts() {
      return cuts;
    },
    sever: () => {
      const all = [...passages];
      for (const passage of all) cut(passage);
      return all.length;
    },
    close: () =>
      new Promise((resolve) => {
        listener.close(() => resolve());
        for (const passage of passages) cut(passage);
      }),
  };
  return gate;
}

function cut({ client, server }: Passage): void {
  client.resetAndDestroy();
  server.destroy();
}

/** Hands what is asked on; false where it is a statement that must not arrive. */
function toServer(gate: Gate, passage: Passage, chunk: Buffer): boolean {
  if (gate.weather.kind === "silent") return true;
  for (const { text, answer } of passage.statements?.take(chunk) ?? []) {
    if (gate.cutsAllBefore?.(text)) return false;
    if (gate.cutsAnswerTo?.(text)) passage.withheld ??= answer;
  }
  passage.server.write(chunk);
  return true;
}

/** Hands an answer on as the weather lets it; true where the one to be withheld has come. */
function toClient({ weather }: Gate, passage: Passage, chunk: Buffer): boolean {
  const { client, server } = passage;
  const ended = passage.statements ? passage.answers.take(chunk) : 0;
  if (passage.withheld !== undefined && ended >= passage.withheld) return true;
  passage.answered += chunk.length;
  if (weather.kind === "pass") client.write(chunk);
  else if (weather.kind === "delay") setTimeout(() => client.writable && client.write(chunk), weather.ms).unref();
  else if (weather.kind === "reset" && passage.answered >= weather.afterBytes) cut(passage);
  else if (weather.kind === "reset") client.write(chunk);
  else if (weather.kind === "trickle") {
    server.pause();
    trickle(client, chunk, weather).then(() => server.resume());
  }
  return false;
}

async function trickle(
  client: Socket,
  chunk: Buffer,
  { bytes, everyMs }: { readonly bytes: number; readonly everyMs: number },
): Promise<void> {
  for (let at = 0; at < chunk.length && client.writable; at += bytes) {
    client.write(chunk.subarray(at, at + bytes));
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}
