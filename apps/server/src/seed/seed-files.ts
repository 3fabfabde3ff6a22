import type { Insertable } from "kysely";
import { documentPart } from "../modules/merchants/merchant-file/index.ts";
import { newId } from "../platform/db/new-id.ts";
import type { Tables } from "../platform/db/tables.ts";
import type { Platform } from "../platform/platform.ts";
import { demoPeopleOfCountries } from "./demo-shops.ts";
import { demoTenantName } from "./demo-words.ts";
import { dayMs } from "./seed-context.ts";
import { SeededRandom } from "./seeded-random.ts";

/** Merchants that are past their first words with us have shown who is behind them. */
const shownBy = ["under_review", "more_info", "approved", "active", "suspended", "closing"] as const;

const merchantsWithout = ({ db }: Platform) =>
  db
    .selectFrom("merchants")
    .innerJoin("tenants", "tenants.id", "merchants.tenantId")
    .select(["merchants.id", "merchants.tenantId", "merchants.nameEn", "merchants.country"])
    .select(["merchants.registrationNo", "merchants.contactName", "merchants.status", "merchants.createTime"])
    .select(["merchants.createUserId", "merchants.createUserName"])
    .where("tenants.name", "in", Object.values(demoTenantName))
    .where("merchants.isHouse", "=", false)
    .where("merchants.status", "in", shownBy)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("merchantOwners").select("id").whereRef("merchantOwners.merchantId", "=", "merchants.id"))),
    )
    .orderBy("merchants.id")
    .execute();

type Merchant = Awaited<ReturnType<typeof merchantsWithout>>[number];

/** Who is behind the merchants of the demonstration, and the documents that prove it. Once for each. */
export async function seedFiles(platform: Platform): Promise<void> {
  const { db, files } = platform;
  const random = new SeededRandom(41);
  for (const merchant of await merchantsWithout(platform)) {
    const owners = ownersOf(merchant, random);
    const documents: Insertable<Tables["merchantDocuments"]>[] = [];
    for (const kind of ["registration", "identity", "address"] as const) {
      const row = documentOf(merchant, kind);
      await files.put(documentPart(row.values.id, 1), once(row.bytes));
      documents.push(row.values);
    }
    await db.transaction().execute(async (tx) => {
      await tx.insertInto("merchantOwners").values(owners).execute();
      await tx.insertInto("merchantDocuments").values(documents).execute();
    });
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

const by = ({ createUserId, createUserName, createTime }: Merchant) => ({ createTime, createUserId, createUserName });

function ownersOf(merchant: Merchant, random: SeededRandom): Insertable<Tables["merchantOwners"]>[] {
  const { id: merchantId, tenantId, country, contactName, createTime } = merchant;
  const row = (name: string, role: "owner" | "director", share: number) => ({
    ...by(merchant),
    id: newId("own", new Date(createTime)),
    tenantId,
    merchantId,
    name,
    role,
    country,
    birthDate: `${random.between(1958, 1994)}-0${random.between(1, 9)}-${random.between(10, 28)}`,
    share,
  });
  const people = demoPeopleOfCountries[country];
  const given = people && [random.pick(people.given), random.pick(people.family)];
  const director = given && (people.isFamilyFirst ? `${given[1]}${given[0]}` : given.join(" "));
  const share = random.pick([600_000, 750_000, 1_000_000]);
  return [row(contactName ?? "", "owner", share), ...(director ? [row(director, "director", 0)] : [])];
}

function documentOf(merchant: Merchant, kind: "registration" | "identity" | "address") {
  const { id: merchantId, tenantId, status, createTime, createUserName } = merchant;
  const bytes = drawn(merchant, kind);
  const isMissing = status === "more_info" && kind === "address";
  const isVerified = status !== "under_review" && !isMissing;
  const decided = {
    decideUserName: createUserName,
    decideTime: new Date(Date.parse(createTime) + dayMs).toISOString(),
  };
  const values = {
    ...by(merchant),
    id: newId("doc", new Date(createTime)),
    tenantId,
    merchantId,
    kind,
    fileName: `${kind}.pdf`,
    fileBytes: bytes.length,
    receivedBytes: bytes.length,
    contentType: "application/pdf",
    parts: 1,
    status: isVerified ? ("verified" as const) : ("waiting" as const),
    ...(isVerified ? decided : {}),
  };
  return { values, bytes };
}

/** A page that says of whom it is, in place of the paper that a real merchant would send. */
const drawn = ({ nameEn, registrationNo, country }: Merchant, kind: string): Uint8Array =>
  plainPdf([`Specimen of the demonstration: ${kind}`, nameEn ?? "", registrationNo ?? "", country]);

/** A page of plain lines (ISO 32000-1), in the font that every reader has; letters beyond ASCII are left out. */
function plainPdf(lines: readonly string[]): Uint8Array {
  const shown = lines.map((line) => `(${line.replaceAll(/[^ -~]|[()\\]/g, "")}) Tj T*`).join(" ");
  const text = `BT /F1 14 Tf 60 760 Td 24 TL ${shown} ET`;
  const parts = [
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F1 4 0 R>>>>/Contents 5 0 R>>",
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    `<</Length ${text.length}>>stream\n${text}\nendstream`,
  ];
  let body = "%PDF-1.4\n";
  const places = parts.map((part, index) => {
    const place = body.length;
    body += `${index + 1} 0 obj${part}endobj\n`;
    return `${String(place).padStart(10, "0")} 00000 n \n`;
  });
  const table = `xref\n0 ${parts.length + 1}\n0000000000 65535 f \n${places.join("")}`;
  return Buffer.from(
    `${body}${table}trailer<</Size ${parts.length + 1}/Root 1 0 R>>\nstartxref\n${body.length}\n%%EOF\n`,
    "latin1",
  );
}
