import type { ValueOf } from "@countinghouse/contract/kit/enumeration.ts";
import type { Locale } from "@countinghouse/contract/kit/locale.ts";
import type { AppCategory, AppPlatform } from "@countinghouse/contract/terms-enumerations.ts";
import type { Generated, JSONColumnType } from "kysely";
import type { SwitchColumn } from "../../../platform/db/columns.ts";
import type { AuditedColumns, FactsOf, Mode } from "../../../platform/db/tables.ts";

interface CoinAppRows extends AuditedColumns {
  id: string;
  tenantId: number;
  merchantId: string;
  appNo: string;
  name: string;
  category: Generated<ValueOf<typeof AppCategory>>;
  description: string | null;
  platforms: Generated<ValueOf<typeof AppPlatform>[]>;
  descriptorSuffix: string | null;
  defaultCurrency: string;
  returnUrl: string | null;
  cancelUrl: string | null;
  notifyUrl: string | null;
  allowedOrigins: Generated<string[]>;
  maxAttempts: Generated<number>;
  orderExpireMinutes: Generated<number>;
  payerNames: JSONColumnType<Readonly<Partial<Record<Locale, string | undefined>>>> | null;
  brandColor: string | null;
  status: SwitchColumn;
}

interface AppLogoRows {
  appId: string;
  tenantId: number;
  merchantId: string;
  contentType: "image/png" | "image/jpeg" | "image/webp";
  content: Buffer;
  checksum: string;
  updateTime: string;
}

interface AppKeyRows {
  appKey: string;
  tenantId: number;
  merchantId: string;
  appId: string;
  mode: Mode;
  publishableKey: string;
  scopes: Generated<string[]>;
  allowedIps: Generated<string[]>;
  isEnabled: Generated<boolean>;
  expireTime: string | null;
  lastUsedTime: string | null;
  generation: Generated<number>;
  secretSealed: string | null;
  secretTime: string | null;
  secretUserId: number | null;
  previousSealed: string | null;
  previousUntil: string | null;
  previousUserId: number | null;
}

declare module "../../../platform/db/tables.ts" {
  interface Tables {
    coinApps: CoinAppRows;
    appLogos: AppLogoRows;
    appKeys: AppKeyRows;
  }
}

export const coinAppTables: FactsOf<"coinApps" | "appLogos" | "appKeys"> = {
  coinApps: {
    scope: { tenant: "tenantId", merchant: "merchantId" },
    placement: "reference",
    grant: "readWrite",
    audited: true,
    json: ["payerNames"],
  },
  appLogos: { scope: { tenant: "tenantId", merchant: "merchantId" }, placement: "reference", grant: "readWrite" },
  appKeys: {
    scope: { tenant: "tenantId", merchant: "merchantId" },
    placement: "reference",
    grant: "readWrite",
    unrecorded: ["secretSealed", "previousSealed"],
  },
};
