import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

/** The metrics of a node. One set per process. */
export interface Metrics {
  readonly registry: Registry;
  readonly requestSeconds: Histogram<"operation" | "status">;
  readonly refusals: Counter<"code">;
  readonly inFlight: Gauge;
}

/** Creates the metrics of one node. Labels are operation names, never paths or ids, so that their number stays bounded. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    registry,
    requestSeconds: new Histogram({
      name: "countinghouse_request_seconds",
      help: "Server time of an operation",
      labelNames: ["operation", "status"],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers,
    }),
    refusals: new Counter({
      name: "countinghouse_refusals_total",
      help: "Refusals by code",
      labelNames: ["code"],
      registers,
    }),
    inFlight: new Gauge({ name: "countinghouse_requests_in_flight", help: "Requests being answered", registers }),
  };
}
