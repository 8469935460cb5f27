import { Client } from 'pg';

/** One statement outside of any transaction, at a server that databases are made on. */
export async function runSql(server: string, statement: string) {
  const client = new Client({ connectionString: server });
  await client.connect();
  await client.query(statement);
  await client.end();
}

export function databaseAt(server: string, name: string) {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}
