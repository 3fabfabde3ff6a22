/** One call of what is measured. */
export type Work = () => Promise<unknown>;

/** Duration of sampling. A slow call ends it late, never early. */
export interface Sampling {
  readonly concurrency: number;
  readonly ms: number;
  readonly callsMin: number;
}

/** What sampling saw. */
export interface Sample {
  readonly latenciesMs: readonly number[];
  readonly elapsedMs: number;
}

/** Calls work repeatedly with a given concurrency, until the time is up and the minimum number of calls reached. */
export async function sample(work: Work, { concurrency, ms, callsMin }: Sampling): Promise<Sample> {
  const latenciesMs: number[] = [];
  const started = performance.now();
  let begun = 0;
  const mayGoOn = () => performance.now() - started < ms || begun < callsMin;
  const caller = async () => {
    while (mayGoOn()) {
      begun += 1;
      const before = performance.now();
      await work();
      latenciesMs.push(performance.now() - before);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, caller));
  return { latenciesMs, elapsedMs: performance.now() - started };
}

/**
 * Calls several works in turns, until the time is up and each had its minimum of calls, so that disturbances affect all
 * alike. Answers a sample per work.
 */
export async function sampleInTurns(
  works: readonly Work[],
  { ms, callsMin }: Omit<Sampling, "concurrency">,
): Promise<Sample[]> {
  const latencies = works.map((): number[] => []);
  const started = performance.now();
  for (let turn = 0; turn < callsMin || performance.now() - started < ms; turn += 1) {
    for (const [index, work] of works.entries()) {
      const before = performance.now();
      await work();
      latencies[index]?.push(performance.now() - before);
    }
  }
  return latencies.map((latenciesMs) => ({ latenciesMs, elapsedMs: latenciesMs.reduce((sum, each) => sum + each, 0) }));
}

/** The value below which the given share of the values lies (nearest rank). */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** Median of each round's quantile: a single disturbed round does not decide. */
export const overRounds = (samples: readonly Sample[], share: number): number =>
  median(samples.map(({ latenciesMs }) => quantile(latenciesMs, share)));

/** Calls a second, median over the rounds. */
export const ratePerSecond = (samples: readonly Sample[]): number =>
  median(samples.map(({ latenciesMs, elapsedMs }) => (latenciesMs.length * 1000) / elapsedMs));
