import { bootstrap } from './support/bootstrap.mjs';

await bootstrap();
// The service runs in this process, so that it receives the signals and sets the exit code itself.
await import(new URL('../dist/server/main.mjs', import.meta.url).href);
