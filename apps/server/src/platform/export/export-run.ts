import type { Locale } from "@countinghouse/contract/kit/locale.ts";
import type { ExportReach } from "./export-reach.ts";
import type { ExportRequest } from "./start-export.ts";

/** An export as requested. */
export interface ExportRun {
  readonly id: string;
  readonly kind: string;
  readonly userId: number;
  readonly tenantId: number | null;
  readonly input: ExportRequest & { readonly locale: Locale };
}

/** Facts that a run reports while it goes on. */
export interface RunFacts {
  readonly progress?: number;
  readonly rows?: number | null;
  readonly startedAt?: string;
  readonly finishedAt?: string;
  readonly expiresAt?: string;
  readonly error?: string | null;
  readonly filePath?: string;
  readonly fileName?: string;
  readonly fileBytes?: number;
  readonly fileChecksum?: string;
  readonly reach?: ExportReach;
}

/** Stores runs and notifies their users. */
export interface ExportRuns {
  /** The run, or undefined when there is none. */
  read(id: string): Promise<ExportRun | undefined>;
  /** Moves a run to its next status; false when it was cancelled meanwhile or ended by another node. */
  move(id: string, action: "start" | "handBack" | "finish" | "fail", facts: RunFacts): Promise<boolean>;
  /** Records a run's progress; false when it no longer runs. */
  noteProgress(id: string, facts: RunFacts): Promise<boolean>;
}
