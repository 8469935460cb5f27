import { Client } from 'pg';

/** One statement outside of any transaction. */
export async function runSql(url: string, statement: string) {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<Record<string, unknown>>(statement);
  await client.end();
  return rows;
}

export function databaseAt(server: string, name: string) {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}
