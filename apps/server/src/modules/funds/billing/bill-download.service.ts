import type { MerchantBillDetail } from "@countinghouse/contract/funds/billing/merchant-billing.ts";
import type { Context } from "../../../platform/http/context.ts";
import type { FileAnswer } from "../../../platform/http/file-answer.ts";
import { drawPdf } from "../../../platform/pdf/pdf.ts";
import { findMerchant } from "../../merchants/merchant/index.ts";
import { settingsOf } from "../../settings/config/index.ts";
import { billDocument } from "./bill-document.service.ts";

const issuerSettings = [
  "bill_issuer_name",
  "bill_issuer_address",
  "bill_issuer_registration",
  "bill_contact",
  "bill_bank_account",
  "sys_web_title",
] as const;

/** Answers a bill that the caller may read as a PDF in the caller's language. */
export const downloadBill =
  (read: (ctx: Context, named: { readonly id: string }) => Promise<MerchantBillDetail>) =>
  async (ctx: Context, named: { readonly id: string }): Promise<FileAnswer> => {
    const bill = await read(ctx, named);
    const merchant = await findMerchant(ctx, bill.merchantId);
    const settings = await settingsOf(ctx, issuerSettings);
    const drawn = await drawPdf(
      billDocument({
        bill,
        merchant,
        issuer: {
          name: settings.bill_issuer_name || settings.sys_web_title,
          address: settings.bill_issuer_address,
          registration: settings.bill_issuer_registration,
          contact: settings.bill_contact,
          bankAccount: settings.bill_bank_account,
        },
        locale: ctx.request.locale,
      }),
    );
    return {
      kind: "file",
      name: `${bill.invoiceNo ?? bill.batch}.pdf`,
      contentType: "application/pdf",
      content: Buffer.from(drawn),
      bytes: drawn.byteLength,
    };
  };
