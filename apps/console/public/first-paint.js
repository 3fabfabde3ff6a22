// Runs before the first paint, so that a dark screen never flashes white, and asks for what this visit will need while the
// entry is on its way. A file of its own, because the content security policy allows no script inside the page.
(() => {
  let kept = {};
  try {
    kept = JSON.parse(localStorage.getItem("countinghouse:theme") || "{}") || {};
  } catch {
    // Unreadable or switched off: the system decides.
  }
  const dark = kept.mode === "dark" || (kept.mode !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  document.documentElement.lang = { en: "en", "zh-tw": "zh-TW" }[kept.language] || "zh-CN";
  // The cookie of platform/api/tokens.ts; a wrong guess fetches in vain and shows nothing wrong.
  const isSignedIn = /(^|; )(__Host-)?countinghouse-token=[^;]/.test(document.cookie);
  const ahead = document.querySelector(`meta[name="ahead-${isSignedIn ? "in" : "out"}"]`);
  for (const file of ahead?.content.split(" ") ?? []) {
    const link = document.createElement("link");
    const isStyle = file.endsWith(".css");
    link.rel = isStyle ? "preload" : "modulepreload";
    if (isStyle) link.as = "style";
    link.crossOrigin = "";
    link.fetchPriority = "low";
    link.href = `/${file}`;
    document.head.append(link);
  }
})();
