import { useEffect } from "react";

/** Removes the loading overlay once something is rendered below it. */
export function OverlayEnds() {
  useEffect(() => {
    const overlay = document.getElementById("loading");
    overlay?.classList.add("leaving");
    const timer = setTimeout(() => overlay?.remove(), 250);
    return () => clearTimeout(timer);
  }, []);
  return null;
}

/** Renders nothing: the document's loading overlay stays. */
export const OverlayStays = () => null;
