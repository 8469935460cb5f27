import type { Config } from '../../config/config.ts';
import { encryptionKeysOf } from '../../parts/encryption/encryption-keys.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Stores } from '../../store/stores.ts';
import type { WebhookEndpoint } from '../../store/webhooks/webhook-endpoints.ts';
import { type CommandContext, CommandError, recordActIn, withStores } from '../command.ts';

export interface Dependencies {
  config: Config;
  stores: Stores;
  clock: Clock;
  encryptionKeys: readonly Buffer[];
  /** Records a change in the audit trail. */
  record(command: string, endpoint: string): Promise<void>;
}

/** Runs `work` in one transaction. */
export const withEndpoints = <Result>(context: CommandContext, work: (dependencies: Dependencies) => Promise<Result>) =>
  withStores(context, async (stores, { config, clock, sql }) =>
    work({
      config,
      stores,
      clock,
      encryptionKeys: await encryptionKeysOf(config, sql),
      record: (command, endpoint) => recordActIn(stores, { command, by: context.by(), details: { endpoint } }),
    }),
  );

export async function findEndpoint({ webhookEndpoints }: Stores, id: string): Promise<WebhookEndpoint> {
  const endpoint = await webhookEndpoints.find(id);
  if (!endpoint) throw new CommandError(`${id}: there is no such endpoint`);
  return endpoint;
}
