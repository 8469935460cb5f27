import type { Command } from 'commander';
import { storedEncryptionKey } from '../parts/encryption/encryption-keys.ts';
import { createSigningKeys } from '../parts/oidc/signing-keys.ts';
import { random } from '../platform/random.ts';
import { isFilledBySandbox } from '../store/sandbox-entries.ts';
import { type CommandContext, examples, recordActIn, withStores } from './command.ts';
import { eraseNow } from './people/close.ts';
import { dryRunEnd, nameOf, yesFlag, yesHelp } from './people/person.ts';

/** `foyer sandbox`: what the sandbox has put into the database. */
export function addSandboxCommand(program: Command, context: CommandContext) {
  const sandbox = program.command('sandbox').description('what the sandbox has put into the database');

  sandbox
    .command('remove')
    .description('remove its people, companies and applications, so that the service starts without it; others stay')
    .option(yesFlag, yesHelp)
    .addHelpText('after', examples('sandbox remove', 'sandbox remove --yes'))
    .action(async ({ yes = false }: { yes?: boolean }) => {
      const found = await withStores(context, async (stores, { config, clock, sql }) => {
        const { sandboxEntries: entries, companies, oidcClients } = stores;
        if (!(await isFilledBySandbox(sql))) return undefined;
        const people = await entries.people();
        const slugs = (await companies.all()).map(({ slug }) => slug);
        const clients = (await oidcClients.all()).map(({ id }) => id);
        const counted = await entries.countAccounts();
        const content = {
          people,
          companies: (await entries.names('company')).filter((slug) => slugs.includes(slug)),
          applications: (await entries.names('client')).filter((id) => clients.includes(id)),
          kept: counted.all - people.length,
          keptSince: counted.since - people.length,
        };
        if (!yes) return content;
        const act = { command: 'sandbox remove', by: context.by() };
        for (const person of people) await eraseNow(stores, person, act);
        for (const slug of content.companies) await companies.remove(slug);
        for (const id of content.applications) await oidcClients.remove(id);
        await entries.unlinkIdentities();
        // In production nothing could decrypt the keys that were made for the sandbox.
        const encryptionKeys = [await storedEncryptionKey(sql)];
        await createSigningKeys({ stores, clock, random, config, encryptionKeys }).removeReadable();
        await entries.forget();
        await recordActIn(stores, { ...act, details: { removed: people.length } });
        return content;
      });
      const data = { dryRun: !yes, people: [], companies: [], applications: [], kept: null, keptSince: null, ...found };
      const result = { ...data, people: data.people.map(({ ouid }) => ouid) };
      const text = found ? contentText(found, yes) : 'The sandbox has not filled this database: nothing to remove.';
      context.print(text, result);
    });
}

interface Content {
  people: readonly Parameters<typeof nameOf>[0][];
  companies: readonly string[];
  applications: readonly string[];
  /** How many accounts stay, and how many of these were created since the sandbox came. */
  kept: number;
  keptSince: number;
}

function contentText({ people, companies, applications, kept, keptSince }: Content, yes: boolean) {
  const names = (all: readonly string[]) => all.join(', ') || 'none';
  return [
    yes ? 'Removed what the sandbox has put here:' : 'Would remove what the sandbox has put here:',
    `  people        ${names(people.map(nameOf))}`,
    `  companies     ${names(companies)}`,
    `  applications  ${names(applications)}`,
    `Other people stay: ${kept}.`,
    ...(keptSince > 0
      ? [
          `${keptSince} of them registered since the sandbox came: their codes may have gone to its inbox, where everyone reads them.`,
        ]
      : []),
    yes ? 'The service starts without the sandbox now.' : dryRunEnd,
  ].join('\n');
}
