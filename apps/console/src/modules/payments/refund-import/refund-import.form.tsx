import { refundImportMessages } from "@countinghouse/contract/payments/refund-import/refund-import.messages.ts";
import { refundImport } from "@countinghouse/contract/payments/refund-import/refund-import.ts";
import { formsOf } from "../../../platform/pages/form-declaration.ts";
import { RefundImportAdd } from "./refund-import.upload.form.tsx";

export const forms = formsOf(refundImport, refundImportMessages, { add: RefundImportAdd });
