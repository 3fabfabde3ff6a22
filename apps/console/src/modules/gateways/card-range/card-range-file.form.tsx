import { cardRangeFileMessages } from "@countinghouse/contract/gateways/card-range/card-range-file.messages.ts";
import { cardRangeFile } from "@countinghouse/contract/gateways/card-range/card-range-file.ts";
import { formsOf } from "../../../platform/pages/form-declaration.ts";
import { CardRangeFileAdd } from "./card-range-file.upload.form.tsx";

export const forms = formsOf(cardRangeFile, cardRangeFileMessages, { add: CardRangeFileAdd });
