import type { Locale } from "@countinghouse/contract/kit/locale.ts";
import type { ExportReach } from "./export-reach.ts";
import type { ExportRequest } from "./start-export.ts";

/** An export as it was asked for. */
export interface ExportRun {
  readonly id: string;
  readonly kind: string;
  readonly userId: number;
  readonly tenantId: number | null;
  readonly input: ExportRequest & { readonly locale: Locale };
}

/** What becomes known of a run while it goes on. */
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

/** Where runs are kept and their users told of them. */
export interface ExportRuns {
  /** The run, or undefined when there is none. */
  read(id: string): Promise<ExportRun | undefined>;
  /** Moves a run on; false when it was cancelled meanwhile or ended by another node. */
  move(id: string, action: "start" | "handBack" | "finish" | "fail", facts: RunFacts): Promise<boolean>;
  /** Notes how far a run is; false when it no longer runs. */
  noteProgress(id: string, facts: RunFacts): Promise<boolean>;
}
