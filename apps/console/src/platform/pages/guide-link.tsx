import { Button } from "antd";
import { BookOpen } from "lucide-react";
import { useLocale, useWords } from "../i18n/use-words.ts";
import { pagesMessages } from "./pages.messages.ts";

/** Leads developers to the guide of the open API, in the reader's language and beside the page they come from. */
export function GuideLink({ section }: { readonly section: "start" | "webhooks" }) {
  const words = useWords(pagesMessages);
  const locale = useLocale();
  return (
    <Button
      href={`/v1/docs/guide?lang=${locale}#${section}`}
      target="_blank"
      rel="noreferrer"
      icon={<BookOpen size={16} aria-hidden="true" />}
    >
      {words.guide}
    </Button>
  );
}
