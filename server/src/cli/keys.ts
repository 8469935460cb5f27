import type { Command } from 'commander';
import { encryptionKeysOf } from '../parts/encryption/encryption-keys.ts';
import { type SigningKeys, createSigningKeys } from '../parts/oidc/signing-keys.ts';
import { encryptSecretsAgain } from '../parts/stored-factor/authenticator.ts';
import { encryptWebhookSecretsAgain } from '../parts/webhooks/webhook-message.ts';
import { createClock } from '../platform/clock.ts';
import { random } from '../platform/random.ts';
import { authenticatorStore } from '../store/credentials/authenticators.ts';
import { oidcKeyStore } from '../store/oidc/oidc-keys.ts';
import { webhookEndpointStore } from '../store/webhooks/webhook-endpoints.ts';
import { type CommandContext, CommandError, examples, recordAct, withDatabase } from './command.ts';

type RecordAct = (command: string, details: { kid: string; encrypted: number }) => Promise<void>;

interface Keys {
  /** Runs `work` in one transaction. */
  change<Result>(work: (signingKeys: SigningKeys, record: RecordAct) => Promise<Result>): Promise<Result>;
  /** Returns how many secrets of authenticator apps it has encrypted with the newest key. */
  encryptSecrets(): Promise<number>;
}

/** `foyer keys`: the keys that sign what applications receive. */
export function addKeysCommand(program: Command, context: CommandContext) {
  const keys = program.command('keys').description('keys that sign what applications receive by OpenID Connect');

  keys
    .command('list')
    .description('list the published keys')
    .addHelpText('after', examples('keys list', 'keys list --json'))
    .action(() =>
      run(async ({ change }) => {
        const stored = await change((signingKeys) => signingKeys.stored());
        const all = stored.map(({ kid, createdAt, signsFrom, publishedUntil }) => ({
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
    .description(
      'make a new key; the old ones stay published until no token that they signed is in use. Encrypts all keys, also those of authenticator apps and the secrets of webhook endpoints, with the first key of OIDC_ENCRYPTION_SECRETS',
    )
    .addHelpText('after', examples('keys rotate'))
    .action(() =>
      run(async ({ change, encryptSecrets }) => {
        const encrypted = await encryptSecrets();
        const made = await change(async (signingKeys, record) => {
          const key = await signingKeys.rotate();
          if (!key) throw new CommandError('Another rotation was made at the same time: look at npx foyer keys list');
          await record('keys rotate', { kid: key.kid, encrypted });
          return key;
        });
        const apps = encrypted === 0 ? '' : ` The keys of ${encrypted} authenticator apps were encrypted again.`;
        const text = `Key ${made.kid} signs from ${made.signsFrom.toISOString()}. No restart is needed.${apps}`;
        context.print(text, { ...made, encrypted });
      }),
    );

  function run(work: (keys: Keys) => Promise<void>) {
    return withDatabase(context, async ({ sql, time }, config) => {
      const clock = await createClock(time);
      const encryptionKeys = await encryptionKeysOf(config, sql);
      return work({
        change: (inTransaction) =>
          sql.transaction((tx) => {
            const stores = { oidcKeys: oidcKeyStore(tx) };
            const signingKeys = createSigningKeys({ stores, clock, random, config, encryptionKeys });
            return inTransaction(signingKeys, (command, details) =>
              recordAct(tx, clock, { command, by: context.by(), details }),
            );
          }),
        async encryptSecrets() {
          await sql.transaction((tx) =>
            encryptWebhookSecretsAgain({ webhookEndpoints: webhookEndpointStore(tx, clock) }, encryptionKeys),
          );
          const stores = { authenticators: authenticatorStore(sql, clock, random) };
          const { encrypted, unreadable } = await encryptSecretsAgain({ encryptionKeys, stores });
          if (unreadable === 0) return encrypted;
          throw new CommandError(
            `The keys of ${unreadable} authenticator apps cannot be decrypted: add the key that OIDC_ENCRYPTION_SECRETS had when they were made to the end of that list`,
          );
        },
      });
    });
  }
}
