// Counts codes in the limit of all recipients, as a node does for each code that it sends, and prints how many.
import { join } from 'node:path';
import { root } from '../../../scripts/support/root.mjs';

const [databaseUrl = '', limit, seconds, askers] = process.argv.slice(2);
const load = (path: string) => import(join(root, path));
const { openPostgres } = await load('server/src/database/postgres.ts');
const { quotaStore } = await load('server/src/store/limits/quotas.ts');
const { sendQuotas } = await load('server/src/parts/one-time-code/code-quotas.ts');

const database = await openPostgres(databaseUrl, join(root, 'server/migrations'), () => {}, { mode: 'require' });
const store = quotaStore(database.sql, { now: Date.now });
// Ten times the limit, so that it is the counting that ends it.
const sender = { clientIp: '', maskedIp: '', browserId: '' };
const { total } = sendQuotas({ kind: 'mobile', value: '' }, '', 'REGISTER', sender, { perMinute: 10 * Number(limit) });
let count = 0;
const end = performance.now() + Number(seconds) * 1000;
const countInTurn = async () => {
  while (performance.now() < end) if ((await store.consume([total])).is === 'consumed') count += 1;
};
await Promise.all(Array.from({ length: Number(askers) }, countInTurn));
await database.close();
console.log(count);
process.exit();
