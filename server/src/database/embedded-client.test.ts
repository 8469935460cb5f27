import { sql as statement } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { testAppForFile } from '../../test/support/test-app.ts';

const { database } = await testAppForFile();
const isEmbedded = !process.env['TEST_DATABASE_URL'];

test.runIf(isEmbedded)(
  'the embedded database plans a statement once for all its values, also in a transaction and after a failure',
  async () => {
    const { sql } = database;
    const divide = (value: number, by: number) => statement`select ${value}::int / ${by}::int as quotient`;
    expect(await sql.execute(divide(6, 3))).toMatchObject({ rows: [{ quotient: 2 }] });
    await expect(sql.execute(divide(6, 0))).rejects.toMatchObject({ cause: { code: '22012' } });
    expect(await sql.transaction((tx) => tx.execute(divide(8, 2)))).toMatchObject({ rows: [{ quotient: 4 }] });
    await expect(sql.transaction((tx) => tx.execute(divide(8, 0)))).rejects.toMatchObject({ cause: { code: '22012' } });
    await expect(sql.execute(divide(6, Number.NaN))).rejects.toMatchObject({ cause: { code: '22P02' } });
    expect(await sql.execute(divide(9, 3))).toMatchObject({ rows: [{ quotient: 3 }] });

    const planned = await sql.execute(
      statement`select count(*)::int as times from pg_prepared_statements where name like 'foyer%' and statement like '%as quotient'`,
    );
    expect(planned).toMatchObject({ rows: [{ times: 1 }] });
  },
);
