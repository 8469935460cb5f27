// Exits with 0 if the service on this machine is alive: for container platforms that run a command to find out.
const port = process.env.MANAGEMENT_PORT || process.env.PORT || '3000';
const response = await fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(3000) }).catch(
  () => undefined,
);
process.exit(response?.ok ? 0 : 1);
