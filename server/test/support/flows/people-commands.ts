import { withStores } from '../../../src/cli/command.ts';
import { random } from '../../../src/platform/random.ts';
import type { accounts } from '../../../src/store/schema/schema.ts';
import type { Stores } from '../../../src/store/stores.ts';
import { type Environment, type TestApp, createTestApp, testDatabaseForFile } from '../test-app.ts';
import { testCli } from '../test-cli.ts';

/** Commands of `npx foyer people` on the database of this file, run by the user `ops`, and what they leave there. */
export async function peopleCommands(settings: Environment = {}) {
  const { env, openDatabase } = await testDatabaseForFile();
  const database = { env: { ...env, SUDO_USER: 'ops', ...settings }, openDatabase };
  const people = (...args: string[]) => testCli(database)('people', ...args);
  const inStores = <Result>(work: (stores: Stores) => Promise<Result>) =>
    withStores({ ...database, open: openDatabase }, work);

  return {
    database,
    people,
    inStores,

    /** The result of a command as JSON. */
    async json(...args: string[]): Promise<unknown> {
      const { code, stdout, stderr } = await people(...args, '--json');
      if (code !== 0) throw new Error(`people ${args.join(' ')} exited with ${code}: ${stderr}`);
      return JSON.parse(stdout);
    },

    /** Returns the id. */
    addAccount: (account: Partial<typeof accounts.$inferInsert>) =>
      inStores(async (stores) => {
        const ouid = random.token(16);
        await stores.accounts.add({ ouid, createdAt: new Date(), ...account });
        return ouid;
      }),

    auditOf: (ouid: string) => inStores(({ audit }) => audit.listByAccount(ouid)),

    /** Runs a service, which is closed afterwards. */
    async inService<Result>(work: (services: TestApp) => Promise<Result>): Promise<Result> {
      const services = await createTestApp(database);
      try {
        return await work(services);
      } finally {
        await services.close();
      }
    },
  };
}

/** Another browser of the same service or of a later one, with the cookies of this one. */
export function sameBrowser(services: TestApp, { jar }: { jar: Map<string, string> }) {
  const browser = services.browser();
  for (const [name, value] of jar) browser.jar.set(name, value);
  return browser;
}
