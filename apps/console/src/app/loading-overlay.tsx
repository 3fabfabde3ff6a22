import { useEffect } from "react";

/** Takes the loading overlay away once something is drawn under it. */
export function OverlayEnds() {
  useEffect(() => {
    const overlay = document.getElementById("loading");
    overlay?.classList.add("leaving");
    const timer = setTimeout(() => overlay?.remove(), 250);
    return () => clearTimeout(timer);
  }, []);
  return null;
}

/** Draws nothing: the overlay of the document is still there, and says that something is coming. */
export const OverlayStays = () => null;
