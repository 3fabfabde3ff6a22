import type { Findings } from "./findings.ts";
import type { Rig } from "./rig.ts";

/** How hard and how long. */
export interface RunOptions {
  readonly seed: number;
  /** New orders a second. */
  readonly rate: number;
  /** Length of the part with faults, where it is not counted in faults. */
  readonly seconds: number;
  /** Kills, restarts or cuts, where those are counted. */
  readonly kills: number;
  readonly warmUpSeconds: number;
}

/** A fault test: what it is called, which promises it is about, and how it is done. */
export interface Run {
  readonly id: string;
  readonly promises: string;
  /** What it takes unless it is told otherwise. */
  readonly defaults?: Partial<RunOptions>;
  /** PostgreSQL settings that take the promise away: with them the run has to find what was lost. */
  readonly red?: Readonly<Record<string, string>>;
  readonly play: (rig: Rig, options: RunOptions) => Promise<Findings>;
}
