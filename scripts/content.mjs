import { resolve } from 'node:path';
import { bootstrap } from './bootstrap.mjs';

// A file is looked for where the command was given.
const [act, file] = process.argv.slice(2);
if (act === 'import' && file) process.argv[3] = resolve(process.env.INIT_CWD ?? process.cwd(), file);

await bootstrap();
await import('../dist/server/content-command.mjs');
