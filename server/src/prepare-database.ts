import { prepareEmbedded } from './database/embedded-database.ts';

const [data] = process.argv.slice(2);
if (!data) throw new Error('Name the data folder');
await prepareEmbedded(data);
