import { fill } from "@countinghouse/contract/kit/locale.ts";
import { sysServerMessages } from "@countinghouse/contract/operations/server/server.messages.ts";
import { NodeRole, type ServerNode, type ServerUse } from "@countinghouse/contract/operations/server/server.ts";
import { StatusChip } from "@countinghouse/ui/cells/status-chip.tsx";
import { TimeCell } from "@countinghouse/ui/cells/time-cell.tsx";
import type { ReactNode } from "react";
import { sizeIn } from "../../../platform/files/file-size.ts";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";

type Use = ServerUse["nodes"][number];
type Text = ReturnType<typeof useWords<(typeof sysServerMessages)["en"]>>["text"];

/** Seconds in the unit that suits them. */
export function lengthOf(text: Text, seconds: number): string {
  if (seconds < 60) return fill(text.seconds, { count: seconds });
  if (seconds < 3_600) return fill(text.minutes, { count: Math.floor(seconds / 60) });
  if (seconds < 86_400) return fill(text.hours, { count: Math.floor(seconds / 3_600) });
  return fill(text.days, { count: Math.floor(seconds / 86_400) });
}

const percent = (thousandths: number): string => `${(thousandths / 10).toFixed(thousandths < 100 ? 1 : 0)} %`;

interface FigureProps {
  readonly label: string;
  readonly value: ReactNode;
  readonly beside?: string;
  /** How full, in thousandths; drawn as a bar. */
  readonly share?: number;
}

function Figure({ label, value, beside, share }: FigureProps) {
  return (
    <div className="server-figure">
      <dt>{label}</dt>
      <dd>
        <span>{value}</span>
        {beside ? <small>{beside}</small> : null}
        {share === undefined ? null : (
          <span className="server-bar" data-high={share >= 900 ? "" : undefined} aria-hidden="true">
            <span style={{ inlineSize: `${Math.min(100, share / 10)}%` }} />
          </span>
        )}
      </dd>
    </div>
  );
}

function NodeState({ node }: { readonly node: ServerNode }) {
  const { text } = useWords(sysServerMessages);
  if (node.isWorking) return <StatusChip text={text.working} tone="success" />;
  if (node.stoppedAt) return <StatusChip text={text.stopped} tone="neutral" shape="hollow" />;
  return <StatusChip text={text.lost} tone="danger" />;
}

interface NodeCardsProps {
  readonly nodes: readonly ServerNode[];
  readonly use: ServerUse;
}

/** A card for each node: what it is and, while it works, how it is getting on. */
export const NodeCards = ({ nodes, use }: NodeCardsProps) =>
  nodes.map((node) => <NodeCard key={node.id} node={node} use={use.nodes.find(({ id }) => id === node.id)} />);

function NodeCard({ node, use }: { readonly node: ServerNode; readonly use: Use | undefined }) {
  const { fields, text } = useWords(sysServerMessages);
  const locale = useLocale();
  const role = NodeRole.members.find(({ value }) => value === node.role)?.text[locale];
  return (
    <section className="ch-card server-card" aria-label={node.name}>
      <header>
        <h2>{node.name}</h2>
        {node.isSelf ? <StatusChip text={text.self} tone="info" isFlat /> : null}
        <NodeState node={node} />
      </header>
      <p className="server-quiet">
        {role} · {node.version} · {node.runtime} · {node.system} {node.arch} · {fields.pid} {node.pid}
      </p>
      {use ? <UseFigures use={use} cpus={node.cpus} /> : null}
      <p className="server-quiet">
        {node.isWorking ? fields.startedAt : fields.seenAt}{" "}
        <TimeCell value={node.isWorking ? node.startedAt : node.seenAt} />
      </p>
    </section>
  );
}

function UseFigures({ use, cpus }: { readonly use: Use; readonly cpus: number }) {
  const { fields, text } = useWords(sysServerMessages);
  const locale = useLocale();
  const size = (bytes: number) => sizeIn(locale, bytes);
  const shareOf = (part: number, whole: number) => (whole > 0 ? Math.round((1_000 * part) / whole) : 0);
  const of = (used: number, total: number) => fill(text.of, { used: size(used), total: size(total) });
  return (
    <dl className="server-figures">
      <Figure
        label={text.machineCpu}
        value={percent(use.machineCpu)}
        beside={`${text.processCpu} ${percent(use.processCpu)} · ${cpus} ${fields.cpus}`}
        share={use.machineCpu}
      />
      <Figure
        label={text.memory}
        value={percent(shareOf(use.memoryUsed, use.memoryTotal))}
        beside={of(use.memoryUsed, use.memoryTotal)}
        share={shareOf(use.memoryUsed, use.memoryTotal)}
      />
      <Figure
        label={text.process}
        value={size(use.rss)}
        beside={fill(text.heap, { used: size(use.heapUsed), total: size(use.heapTotal) })}
      />
      <Figure
        label={text.disk}
        value={percent(shareOf(use.diskUsed, use.diskTotal))}
        beside={of(use.diskUsed, use.diskTotal)}
        share={shareOf(use.diskUsed, use.diskTotal)}
      />
      <Figure label={text.loopDelay} value={fill(text.loopOf, { ms: use.loopDelay })} />
      <Figure
        label={text.pool}
        value={`${use.poolSize - use.poolIdle}`}
        beside={fill(text.poolOf, {
          used: use.poolSize - use.poolIdle,
          size: use.poolSize,
          waiting: use.poolWaiting,
        })}
      />
      <Figure label={text.uptime} value={lengthOf(text, use.uptime)} />
    </dl>
  );
}

/** The database and the queues, which all nodes share. */
export function DatabaseCard({ use: { database, queues } }: { readonly use: ServerUse }) {
  const { text } = useWords(sysServerMessages);
  const locale = useLocale();
  const number = new Intl.NumberFormat(locale);
  return (
    <section className="ch-card server-card" aria-label={text.database}>
      <header>
        <h2>{text.database}</h2>
      </header>
      <p className="server-quiet">PostgreSQL {database.version}</p>
      <dl className="server-figures">
        <Figure label={text.size} value={sizeIn(locale, database.bytes)} />
        <Figure
          label={text.connections}
          value={number.format(database.connections)}
          beside={fill(text.connectionsOf, {
            count: database.connections,
            max: database.connectionsMax,
            active: database.active,
          })}
          share={Math.round((1_000 * database.connections) / Math.max(1, database.connectionsMax))}
        />
        <Figure label={text.oldest} value={lengthOf(text, database.oldestSeconds)} />
        <Figure label={text.cacheHits} value={percent(database.cacheHits)} />
      </dl>
      <h3 className="ch-section-title">{text.queues}</h3>
      <dl className="server-figures">
        <Figure label={text.waiting} value={number.format(queues.waiting)} />
        <Figure label={text.active} value={number.format(queues.active)} />
        <Figure label={text.failed} value={number.format(queues.failed)} />
        <Figure label={text.due} value={lengthOf(text, queues.oldestSeconds)} />
      </dl>
    </section>
  );
}
