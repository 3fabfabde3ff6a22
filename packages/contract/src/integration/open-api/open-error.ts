import { type LocalizedText, text3 } from "../../kit/locale.ts";

/** What a `bizCode` means, and the HTTP status it comes with. */
export interface OpenErrorFacts {
  readonly status: number | readonly number[];
  readonly text: LocalizedText;
}

/** An error by its status and its words. */
export const error = <const S extends OpenErrorFacts["status"]>(status: S, en: string, zhCn: string, zhTw: string) => ({
  status,
  text: text3(en, zhCn, zhTw),
});
