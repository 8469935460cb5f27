import { bootstrap } from './bootstrap.mjs';

// Files are looked for where the command was given.
process.env.INIT_CWD ??= process.cwd();

await bootstrap();
await import('../dist/server/sso-command.mjs');
