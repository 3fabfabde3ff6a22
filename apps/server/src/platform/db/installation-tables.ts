import type { Generated } from "kysely";
import type { TableFacts } from "./tables.ts";

interface Installation {
  id: Generated<number>;
  secretFingerprint: string;
  filesMark: string | null;
  createdAt: Generated<string>;
}

interface StoredFiles {
  name: string;
  contentId: string;
  bytes: number;
}

interface StoredFilePieces {
  contentId: string;
  piece: number;
  content: Buffer;
  storedAt: Generated<string>;
}

/** What the nodes of an installation have in common, and the files that they share by the database. */
export interface InstallationTables {
  installation: Installation;
  storedFiles: StoredFiles;
  storedFilePieces: StoredFilePieces;
}

export const installationManifest: Readonly<Record<keyof InstallationTables, TableFacts>> = {
  installation: { scope: "shared", placement: "local", grant: "readOnly" },
  storedFiles: { scope: "shared", placement: "local", grant: "readWrite" },
  storedFilePieces: { scope: "shared", placement: "local", grant: "keptForAWhile" },
};
