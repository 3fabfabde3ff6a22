// Runs before the first paint, so that a dark screen never flashes white. A file of its own, because the content
// security policy allows no script inside the page.
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
})();
