import { proposeBankMapping } from "@countinghouse/contract/funds/bank-statement/bank-csv.ts";
import { describe, expect, test } from "vitest";
import { isNumberOf } from "./bank-import.service.ts";
import { readMapped, readTable } from "./statement-csv.wire.ts";
import type { StatementRead, UnreadableStatement } from "./statement-file.port.ts";
import { readStatements } from "./statement-file.wire.ts";

const read = async (text: string): Promise<readonly StatementRead[]> => {
  const file = await readStatements(Buffer.from(text));
  if (!file || "table" in file) throw new Error("no statements");
  return file.statements;
};
const faultOf = async (text: string): Promise<Partial<UnreadableStatement>> => {
  try {
    await readStatements(Buffer.from(text));
  } catch (error) {
    const { place, what, value } = error as UnreadableStatement;
    return { place, what, value };
  }
  throw new Error("was read");
};

const balance = (kind: string, amount: string, day: string, side = "CRDT") =>
  `<Bal><Tp><CdOrPrtry><Cd>${kind}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`;
const entry = (amount: string, side: string, rest: string, status = "<Sts><Cd>BOOK</Cd></Sts>") =>
  `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd>${status}<BookgDt><Dt>2026-11-20</Dt></BookgDt><ValDt><Dt>2026-11-21</Dt></ValDt>${rest}</Ntry>`;
const camt = (entries: string, { opening = "1000.00", closing = "500.00", before = "" } = {}) =>
  `<?xml version="1.0" encoding="UTF-8"?>${before}
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>1</MsgId></GrpHdr><Stmt><Id>S-1</Id><ElctrncSeqNb>42</ElctrncSeqNb>
<Acct><Id><IBAN>DE89370400440532013000</IBAN></Id><Ccy>EUR</Ccy></Acct>
${balance("OPBD", opening, "2026-11-20")}${balance("CLBD", closing, "2026-11-20")}${entries}</Stmt></BkToCstmrStmt></Document>`;
const paid = entry(
  "450.00",
  "DBIT",
  `<AcctSvcrRef>B1</AcctSvcrRef><BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>ICDT</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn></BkTxCd>
   <NtryDtls><TxDtls><Refs><EndToEndId>PO20261120AAAAAAAAAA</EndToEndId></Refs><RltdPties><Cdtr><Pty><Nm>Corner shop</Nm></Pty></Cdtr>
   <CdtrAcct><Id><IBAN>GB82WEST12345698765432</IBAN></Id></CdtrAcct></RltdPties><RmtInf><Ustrd>Withdrawal</Ustrd><Ustrd>November</Ustrd></RmtInf></TxDtls></NtryDtls>`,
);
const charged = entry(
  "50.00",
  "DBIT",
  "<BkTxCd><Domn><Cd>ACMT</Cd><Fmly><Cd>MDOP</Cd><SubFmlyCd>CHRG</SubFmlyCd></Fmly></Domn></BkTxCd><AddtlNtryInf>Account fee</AddtlNtryInf>",
);

describe("a camt.053 file", () => {
  test("is read with its balances, parties, references and what the bank charged", async () => {
    const pending = entry("9.00", "DBIT", "", "<Sts>PDNG</Sts>");
    const [statement] = await read(camt(paid + charged + pending));
    expect(statement).toMatchObject({
      account: "DE89370400440532013000",
      bankNo: "42",
      currency: "EUR",
      opening: 100_000n,
      closing: 50_000n,
      toDate: "2026-11-20",
    });
    expect(statement?.lines).toEqual([
      {
        type: "transfer",
        bookingDate: "2026-11-20",
        valueDate: "2026-11-21",
        amount: -45_000n,
        bankCode: "PMNT/ICDT/ESCT",
        bankRef: "B1",
        endToEndId: "PO20261120AAAAAAAAAA",
        partyName: "Corner shop",
        partyAccount: "GB82WEST12345698765432",
        remittance: "Withdrawal November",
      },
      expect.objectContaining({ type: "charge", amount: -5_000n, remittance: "Account fee" }),
    ]);
  });

  test("has the transfers of one booking as lines of their own where they come to it, and one line where not", async () => {
    const details = (amounts: readonly string[]) =>
      `<NtryDtls>${amounts
        .map(
          (amount, at) =>
            `<TxDtls><Refs><EndToEndId>E${at}</EndToEndId></Refs><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>DBIT</CdtDbtInd></TxDtls>`,
        )
        .join("")}</NtryDtls>`;
    const [whole] = await read(camt(entry("500.00", "DBIT", details(["300.00", "200.00"]))));
    expect(whole?.lines.map(({ amount, endToEndId }) => [amount, endToEndId])).toEqual([
      [-30_000n, "E0"],
      [-20_000n, "E1"],
    ]);
    const [broken] = await read(camt(entry("500.00", "DBIT", details(["300.00", "199.00"]))));
    expect(broken?.lines.map(({ amount, endToEndId }) => [amount, endToEndId])).toEqual([[-50_000n, ""]]);
  });

  test("tells what was ordered in another currency: by its one transaction or its entry, never by an entry of several", async () => {
    const ordered = (amount: string, code = "USD") =>
      `<AmtDtls><InstdAmt><Amt Ccy="${code}">${amount}</Amt></InstdAmt></AmtDtls>`;
    const one = (inner: string) => `<NtryDtls><TxDtls>${inner}</TxDtls></NtryDtls>`;
    const parts = ["300.00", "199.00"]
      .map((amount) => `<TxDtls><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>DBIT</CdtDbtInd></TxDtls>`)
      .join("");
    const entries = [
      entry("10.00", "DBIT", one(ordered("11.05"))),
      entry("10.00", "CRDT", ordered("11.05") + one("")),
      entry("10.00", "DBIT", one(ordered("10.00", "EUR"))),
      entry("499.00", "DBIT", `${ordered("551.00")}<NtryDtls>${parts}</NtryDtls>`),
    ];
    const [statement] = await read(camt(entries.join(""), { closing: "491.00" }));
    expect(statement?.lines.map(({ told }) => told)).toEqual([
      { currency: "USD", amount: -1_105n },
      { currency: "USD", amount: 1_105n },
      undefined,
      undefined,
      undefined,
    ]);
  });

  test("that comes back says so, whether by its reason or as a reversal", async () => {
    const back = entry(
      "450.00",
      "CRDT",
      "<NtryDtls><TxDtls><RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf></TxDtls></NtryDtls>",
    );
    const reversed = entry("50.00", "CRDT", "<RvslInd>true</RvslInd>");
    const [statement] = await read(camt(back + reversed, { closing: "1500.00" }));
    expect(statement?.lines.map(({ type, amount }) => [type, amount])).toEqual([
      ["return", 45_000n],
      ["return", 5_000n],
    ]);
  });

  test.each([
    [
      "a document type",
      camt(paid, { before: '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>' }),
      { what: "DOCTYPE" },
    ],
    ["an entity that nobody defined", camt(paid.replace("Withdrawal", "&b;")), { what: "XML" }],
    ["an end that is missing", camt(paid).replace("</Document>", ""), { what: "XML" }],
    ["an amount that is none", camt(paid.replace("450.00", "4x0")), { what: "Amt", value: "4x0" }],
    ["an amount in another currency", camt(paid.replace('Ccy="EUR"', 'Ccy="USD"')), { what: "Amt/@Ccy", value: "USD" }],
    ["no closing balance", camt(paid).replace("CLBD", "ITBD"), { what: "Bal", value: "CLBD" }],
    ["elements inside each other without end", camt("<a>".repeat(60)), { what: "XML" }],
  ])("with %s is not read", async (_what, text, fault) => {
    expect(await faultOf(text)).toMatchObject(fault);
  });

  test("of another kind is none", async () => {
    expect(
      await readStatements(Buffer.from(camt(paid).replaceAll("BkToCstmrStmt", "BkToCstmrAcctRpt"))),
    ).toBeUndefined();
  });
});

const mt940 = (lines: readonly string[], { closing = "C261120EUR500,00" } = {}) =>
  [
    ":20:STARTUMS",
    ":25:37040044/0532013000",
    ":28C:42/1",
    ":60F:C261119EUR1000,00",
    ...lines,
    `:62F:${closing}`,
    "-",
  ].join("\r\n");

describe("an MT940 file", () => {
  test("is read with numbered parts, words between slashes, reversals and charges", async () => {
    const text = mt940([
      ":61:2611211120D450,00NTRFPO20261120AAAAAA//B1",
      ":86:116?00SEPA?20EREF+PO20261120AAAAAAAAAA?21SVWZ+Withdrawal Nov?22ember?31GB82WEST12345698765432?32Corner",
      "?33 shop",
      ":61:2611201120D60,NCHGNONREF",
      ":86:Account fee",
      ":61:261120RD10,00NTRFNONREF//B3",
      ":86:/EREF/E-3//REMI/USTD//Returned//NAME/Corner shop/",
    ]);
    const [statement] = await read(text);
    expect(statement).toMatchObject({
      account: "37040044/0532013000",
      bankNo: "42",
      opening: 100_000n,
      closing: 50_000n,
    });
    expect(statement?.lines).toEqual([
      {
        type: "transfer",
        bookingDate: "2026-11-20",
        valueDate: "2026-11-21",
        amount: -45_000n,
        bankCode: "NTRF/116",
        bankRef: "B1",
        endToEndId: "PO20261120AAAAAAAAAA",
        partyName: "Corner shop",
        partyAccount: "GB82WEST12345698765432",
        remittance: "Withdrawal November",
      },
      expect.objectContaining({ type: "charge", amount: -6_000n, remittance: "Account fee", endToEndId: "" }),
      expect.objectContaining({ type: "return", amount: 1_000n, endToEndId: "E-3", partyName: "Corner shop" }),
    ]);
  });

  test("has the pages of one number as one statement, and a booking of another year in its own", async () => {
    const first = mt940([":61:2701021231D100,00NTRFX"], { closing: "C261120EUR900,00" }).replace(":62F:", ":62M:");
    const second = mt940([":61:261120D400,00NTRFY"])
      .replace(":28C:42/1", ":28C:42/2")
      .replace(":60F:C261119EUR1000,00", ":60M:C261119EUR900,00");
    const statements = await read(`${first}\r\n${second}`);
    expect(statements).toHaveLength(1);
    expect(statements[0]).toMatchObject({ opening: 100_000n, closing: 50_000n });
    expect(statements[0]?.lines.map(({ amount, bookingDate }) => [amount, bookingDate])).toEqual([
      [-10_000n, "2026-12-31"],
      [-40_000n, "2026-11-20"],
    ]);
  });

  test.each([
    ["a line that is none", mt940([":61:nothing"]), ":61:"],
    ["a day that is none", mt940([":61:261332D450,00NTRFX"]), ":61:"],
    ["more decimals than the currency has", mt940([":61:261120D450,001NTRFX"]), ":61:"],
    ["a balance that is none", mt940([], { closing: "X" }), ":62F:"],
  ])("with %s is not read", async (_what, text, what) => {
    expect((await faultOf(text)).what).toBe(what);
  });
});

describe("a table of a bank", () => {
  const table = async (text: string, change: object = {}, given?: { opening: bigint; closing: bigint }) => {
    const rows = await readTable(text);
    if (!rows) throw new Error("no table");
    const mapping = { ...proposeBankMapping(rows.columns), ...change };
    return readMapped(rows, mapping, { currency: "EUR", given });
  };
  test("is read by its headings, with running balances either way round", async () => {
    const rows = ["20.11.2026;-450,00;550,00;Withdrawal;PO1", "21.11.2026;1.200,00;1.750,00;Gateway;G1"];
    const head = "Buchungstag;Betrag;Saldo;Verwendungszweck;Kundenreferenz";
    const change = { decimalSign: "," };
    const up = await table(["My bank;;", head, ...rows].join("\n"), change);
    expect(up).toMatchObject({ opening: 100_000n, closing: 175_000n, fromDate: "2026-11-20", toDate: "2026-11-21" });
    expect(up?.lines.map(({ amount, endToEndId }) => [amount, endToEndId])).toEqual([
      [-45_000n, "PO1"],
      [120_000n, "G1"],
    ]);
    const down = await table([head, ...rows.toReversed()].join("\n"), change);
    expect(down).toMatchObject({ opening: 100_000n, closing: 175_000n });
  });

  test("with debit and credit apart, or a word for the side, has the same amounts", async () => {
    const given = { opening: 0n, closing: 0n };
    const apart = await table(
      'Date,Debit,Credit,Description\n2026-11-20,450.00,,a\n2026-11-21,,"1,200.00",b',
      {},
      given,
    );
    const worded = await table(
      "Date,Amount,DrCr,Description\n2026-11-20,450.00,D,a\n2026-11-21,1200.00,C,b",
      {},
      given,
    );
    for (const one of [apart, worded]) expect(one?.lines.map(({ amount }) => amount)).toEqual([-45_000n, 120_000n]);
  });

  test("without balances needs somebody to tell them, and with broken ones is not read", async () => {
    expect(await table("Date,Amount,Description\n2026-11-20,1.00,a")).toBeUndefined();
    const broken = table("Date,Amount,Balance\n2026-11-20,1.00,1.00\n2026-11-21,1.00,3.00");
    await expect(broken).rejects.toMatchObject({ what: "balance", value: "3.00" });
  });
});

describe("the number of an account", () => {
  test.each([
    ["DE89370400440532013000", "DE89 3704 0044 0532 0130 00", true],
    ["37040044/0532013000", "532013000", true],
    ["37040044/0532013000EUR", "0532013000", true],
    ["MT84MALT011000012345MTLCAST001S", "MT84 MALT 0110 0001 2345 MTLC AST0 01S", true],
    ["DE89370400440532013000", "532013000", true],
    ["DE89370400440532013000", "532013001", false],
    ["DE89370400440532013000", "3000", false],
  ])("%s is that of %s: %s", (written, own, is) => {
    expect(isNumberOf(written, own)).toBe(is);
  });
});
