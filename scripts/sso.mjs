import { ready } from './ready.mjs';

// Files are looked for where the command was given.
process.env.INIT_CWD ??= process.cwd();

await ready();
await import('../dist/server/sso-command.mjs');
