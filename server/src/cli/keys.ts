import type { Command } from 'commander';
import { readConfig } from '../config/read-config.ts';
import { encryptionKeysOf } from '../parts/encryption/encryption-keys.ts';
import { type SigningKeys, createSigningKeys } from '../parts/oidc/signing-keys.ts';
import { createClock } from '../platform/clock.ts';
import { random } from '../platform/random.ts';
import { oidcKeyStore } from '../store/oidc-keys.ts';
import { type CommandContext, CommandError, examples, recordAct, withDatabase } from './command.ts';

/** `foyer keys`: the keys that sign what applications receive. */
export function addKeysCommand(program: Command, context: CommandContext) {
  const keys = program.command('keys').description('keys that sign what applications receive by OpenID Connect');

  keys
    .command('list')
    .description('list the published keys')
    .addHelpText('after', examples('keys list', 'keys list --json'))
    .action(() =>
      run(async (signingKeys) => {
        const all = (await signingKeys.stored()).map(({ kid, createdAt, signsFrom, publishedUntil }) => ({
          kid,
          createdAt,
          signsFrom,
          publishedUntil,
        }));
        const lines = all.map(({ kid, signsFrom, publishedUntil }) =>
          [kid, `signs from ${signsFrom.toISOString()}`, publishedUntil ? `until ${publishedUntil.toISOString()}` : '']
            .filter(Boolean)
            .join('  '),
        );
        context.print(lines.length > 0 ? lines.join('\n') : 'There is no key yet: the first request makes one.', all);
      }),
    );

  keys
    .command('rotate')
    .description('make a new key; the old ones stay published until no token that they signed is in use')
    .addHelpText('after', examples('keys rotate'))
    .action(() =>
      run(async (signingKeys, record) => {
        const made = await signingKeys.rotate();
        if (!made) throw new CommandError('Another rotation was made at the same time: look at npx foyer keys list');
        const { kid, signsFrom } = made;
        await record('keys rotate', kid);
        context.print(`Key ${kid} signs from ${signsFrom.toISOString()}. No restart is needed.`, made);
      }),
    );

  function run(work: (keys: SigningKeys, record: (command: string, kid: string) => Promise<void>) => Promise<void>) {
    const config = readConfig(context.env);
    return withDatabase(config, async ({ sql, time }) => {
      const clock = await createClock(time);
      const encryptionKeys = await encryptionKeysOf(config, sql);
      return sql.transaction((tx) =>
        work(
          createSigningKeys({ stores: { oidcKeys: oidcKeyStore(tx) }, clock, random, config, encryptionKeys }),
          (command, kid) => recordAct(tx, clock, { command, details: { kid } }),
        ),
      );
    });
  }
}
