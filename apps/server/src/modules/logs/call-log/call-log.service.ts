import type { CallJournal, CallNote } from "../../../platform/journal/call-journal.ts";
import { withoutCredentials } from "../../../platform/observability/redaction.ts";
import type { Platform } from "../../../platform/platform.ts";
import { deviceOf, placeOf } from "../../system/session/index.ts";
import { type CommandRow, type DefectRow, insertCalls } from "./call-log.store.ts";

/** The call log of a node, and a way to flush it. */
export interface NodeJournal extends CallJournal {
  settle(): Promise<void>;
}

const writeEveryMs = 250;
/**
 * Maximum number of queued entries during a database outage; further ones are lost. The audit trail still has every
 * change.
 */
const waitingMax = 5_000;
const atOnceMax = 500;
const messageMax = 500;
const stackMax = 8_000;
const sentMax = 16_000;

const journals = new WeakMap<Platform, NodeJournal>();

/** The call log of a node: one for all that is built from the same platform. */
export function journalOf(platform: Platform): NodeJournal {
  const known = journals.get(platform);
  if (known) return known;
  const journal = new BufferedJournal(platform);
  journals.set(platform, journal);
  return journal;
}

/** Inserts many entries in one statement a few times a second, so that no call waits for its own. */
class BufferedJournal implements NodeJournal {
  readonly #platform: Platform;
  #commands: CommandRow[] = [];
  #defects: DefectRow[] = [];
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();
  /** Entries whose location is still being looked up. */
  readonly #placing = new Set<Promise<void>>();

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  command(note: Parameters<CallJournal["command"]>[0]): void {
    const { bizCode, message } = note;
    this.#place(note, (row) => this.#commands.push({ ...row, bizCode, message: shortened(message, messageMax) }));
  }

  defect(note: Parameters<CallJournal["defect"]>[0]): void {
    const { error } = note;
    const message = shortened(error instanceof Error ? error.message : String(error), messageMax);
    const stack = error instanceof Error ? shortened(error.stack ?? null, stackMax) : null;
    const errorType = error instanceof Error ? error.name.slice(0, 64) : typeof error;
    this.#place(note, (row) => this.#defects.push({ ...row, bizCode: null, message, stack, errorType }));
  }

  async settle(): Promise<void> {
    await Promise.all(this.#placing);
    await this.#write();
  }

  #place(note: CallNote, keep: (row: ReturnType<typeof rowOf>) => void): void {
    if (this.#commands.length + this.#defects.length + this.#placing.size >= waitingMax) return;
    const now = this.#platform.clock.now();
    const placing = placeOf(note.request.ip, note.request.locale)
      .catch(() => "")
      .then((location) => keep(rowOf(note, { now, location, node: this.#platform.config.nodeName })))
      .finally(() => this.#placing.delete(placing));
    this.#placing.add(placing);
    this.#timer ??= setTimeout(() => void this.#write(), writeEveryMs).unref();
  }

  #write(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing = this.#writing.then(() => this.#writeWaiting());
    return this.#writing;
  }

  async #writeWaiting(): Promise<void> {
    while (this.#commands.length + this.#defects.length > 0) {
      const operationLogs = this.#commands.splice(0, atOnceMax);
      const exceptionLogs = this.#defects.splice(0, atOnceMax);
      try {
        await insertCalls(this.#platform.db, { operationLogs, exceptionLogs });
      } catch (error) {
        this.#platform.logger.warn({ err: error }, "how calls ended could not be written down");
        this.#commands.unshift(...operationLogs);
        this.#defects.unshift(...exceptionLogs);
        return;
      }
    }
  }
}

/** A text for storage: without credentials, card numbers and characters that text columns refuse. */
const shortened = (text: string | null, max: number): string | null =>
  text === null ? null : withoutCredentials(text).replaceAll("\u0000", "").slice(0, max);

/** The request as JSON; too long a request is not stored. */
function sentText(sent: unknown): string | null {
  if (sent === null || typeof sent !== "object" || Object.keys(sent).length === 0) return null;
  const text = JSON.stringify(sent).replaceAll("\\u0000", "");
  return text.length <= sentMax ? text : JSON.stringify({ tooLong: text.length });
}

interface Surroundings {
  readonly now: Date;
  readonly location: string;
  readonly node: string;
}

function rowOf(
  { actor, request, resource, operation, sent, status, elapsedMs }: CallNote,
  { now, location, node }: Surroundings,
) {
  return {
    createTime: now.toISOString(),
    tenantId: actor.tenantId || null,
    userId: actor.userId || null,
    account: actor.account || null,
    realName: actor.realName || null,
    module: resource,
    operation: resource && operation ? `${resource}.${operation}` : null,
    status: String(status),
    httpMethod: request.method,
    requestUrl: request.path.slice(0, 512),
    requestParam: sentText(sent),
    remoteIp: request.ip,
    location,
    ...deviceOf(request.userAgent),
    elapsed: Math.max(0, Math.round(elapsedMs)),
    requestId: request.id,
    node,
  };
}
