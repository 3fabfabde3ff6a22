// Loaded before the product. npm ends the shell between itself and us but not us, which would leave a product running
// that nobody sees; so when whoever started us is gone, we stop as if told to.
const parent = process.ppid;
const timer = setInterval(() => {
  if (process.ppid === parent) return;
  clearInterval(timer);
  process.kill(process.pid, "SIGTERM");
}, 500).unref();

for (const [signal, code] of Object.entries({ SIGHUP: 129, SIGINT: 130, SIGTERM: 143 })) {
  process.on(signal, () => {
    // Told once is enough: a second signal while the product drains would read as impatience.
    clearInterval(timer);
    if (process.listenerCount(signal) === 1) process.exit(code);
  });
}
