import { ArrowUp } from "lucide-react";
import { useEffect, useState } from "react";
import { useWords } from "../../platform/i18n/use-words.ts";
import { shellMessages } from "./shell.messages.ts";

/** Scroll distance in px from which the button is shown. */
const shownFrom = 400;

/** Back to top. Listens in the capture phase, because each page has a scroller of its own. */
export function BackToTop() {
  const words = useWords(shellMessages);
  const [scroller, setScroller] = useState<HTMLElement>();
  useEffect(() => {
    const scrolled = (event: Event) => {
      const element = event.target;
      if (!(element instanceof HTMLElement) || !element.hasAttribute("data-pane")) return;
      setScroller(element.scrollTop > shownFrom ? element : undefined);
    };
    document.addEventListener("scroll", scrolled, { capture: true, passive: true });
    return () => document.removeEventListener("scroll", scrolled, { capture: true });
  }, []);
  if (!scroller || scroller.offsetParent === null) return null;
  const up = () => {
    const isCalm = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    scroller.scrollTo({ top: 0, behavior: isCalm ? "auto" : "smooth" });
  };
  return (
    <button type="button" className="to-top" aria-label={words.backToTop} title={words.backToTop} onClick={up}>
      <ArrowUp size={18} aria-hidden />
    </button>
  );
}
