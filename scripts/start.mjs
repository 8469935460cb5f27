import { ready } from './ready.mjs';

await ready();
// In this very process, so that signals and exit codes are the service's own.
await import('../dist/server/main.mjs');
