import { mask } from '@foyer/contract/rules/account-rules';
import type { Command } from 'commander';
import type { AccountWithAgreement } from '../../store/accounts/accounts.ts';
import type { Stores } from '../../store/stores.ts';
import {
  type CommandContext,
  CommandError,
  type StoreEnvironment,
  examples,
  recordActIn,
  withStores,
} from '../command.ts';
import { contactName } from './change-contact.ts';
import { currentLimits, limitText } from './current-limits.ts';
import {
  type PersonSummary,
  findPerson,
  personArgument,
  personHelp,
  summaryOf,
  table,
  timeText,
  wholeNumber,
} from './person.ts';
import { rolesText } from './roles.ts';

/** The search of operators for people: how many characters it needs, and how many people it shows. */
const operatorSearch = {
  minLength: 3,
  /** Of a text with Chinese characters: a name has two or three. */
  minChineseLength: 2,
  shown: 20,
  maxShown: 100,
} as const;

interface RevealOption {
  reveal?: boolean;
}

const revealFlag = '--reveal';
const revealHelp = 'show numbers, addresses and names in full; the person sees in their activity that this was done';

/** `foyer people find` and `show`: who a person is, and what their account has. */
export function addFindAndShow(people: Command, context: CommandContext) {
  people
    .command('find <beginning>')
    .description('find people by the beginning of a mobile number, an e-mail address or a name')
    .option(
      '--limit <number>',
      'how many are shown at most',
      wholeNumber(operatorSearch.maxShown),
      operatorSearch.shown,
    )
    .option(revealFlag, revealHelp)
    .addHelpText('after', examples('people find 1380013', 'people find mei.lin --json', 'people find 林爱 --reveal'))
    .action(async (typed: string, { limit, reveal = false }: RevealOption & { limit: number }) => {
      const beginning = readBeginning(typed);
      const { found, more } = await withStores(context, async (stores) => {
        const accounts = await stores.peopleSearch.find(beginning, limit + 1);
        const shown = accounts.slice(0, limit);
        if (reveal) for (const { ouid } of shown) await recordRevealed(stores, 'people find --reveal', ouid);
        return { found: shown.map((account) => summaryOf(account, reveal)), more: accounts.length > limit };
      });
      const lines = found.map(lineOf);
      if (more) lines.push(`There are more than ${limit}: give more characters.`);
      context.print(lines.join('\n') || 'No one was found.', { people: found, more });
    });

  people
    .command(`show ${personArgument}`)
    .description('show an account: its state, limits, waiting changes, ways in, sessions, applications and agreements')
    .option(revealFlag, revealHelp)
    .addHelpText('after', personHelp + examples('people show 13800138000', 'people show mei@example.com --json'))
    .action((typed: string, { reveal = false }: RevealOption) =>
      withStores(context, async (stores, environment) => {
        const account = await findPerson(stores, typed);
        if (reveal) await recordRevealed(stores, 'people show --reveal', account.ouid);
        const details = await detailsOf(stores, environment, account, reveal);
        context.print(detailsText(details), details);
      }),
    );

  const recordRevealed = (stores: Stores, command: string, account: string) =>
    recordActIn(stores, { command, by: context.by(), account, type: 'dataRevealed' });
}

/** Fewer characters would find too many people to be of use. */
function readBeginning(typed: string): string {
  const beginning = typed.normalize('NFKC').trim();
  const least = /\p{Script=Han}/u.test(beginning) ? operatorSearch.minChineseLength : operatorSearch.minLength;
  if (Array.from(beginning).length < least)
    throw new CommandError(
      `${typed}: give at least ${operatorSearch.minLength} characters, or ${operatorSearch.minChineseLength} Chinese ones`,
    );
  return beginning;
}

function lineOf({ id, mobile, email, name, latinName, status, lastSignInAt }: PersonSummary) {
  const names = [mobile, email, name, latinName].filter((one) => one !== null);
  return [id, ...names, status, `last sign-in ${timeText(lastSignInAt)}`].join('  ');
}

type Details = Awaited<ReturnType<typeof detailsOf>>;

/** The stable shape of `show` in JSON. */
async function detailsOf(
  stores: Stores,
  environment: StoreEnvironment,
  account: AccountWithAgreement,
  reveal: boolean,
) {
  const { ouid } = account;
  const passwordImported = (await stores.importedPasswords.find(ouid, ouid)).hash !== undefined;
  const identities = await stores.accountMerges.identitiesOf(ouid);
  const sessions = await stores.sessions.listByAccount(ouid);
  const applications = await stores.oidcPermissions.listByAccount(ouid);
  const agreements = await stores.agreements.listByAccount(ouid);
  const roles = await stores.accountRoles.listByAccount(ouid);
  const attributes = await stores.attributes.listByAccount(ouid);
  const waiting = await stores.waitingContactChanges.listByAccount(ouid);
  return {
    ...summaryOf(account, reveal),
    disabledAt: account.disabledAt,
    closesAt: account.closesAt,
    language: account.language,
    realNameAt: account.realNameAt,
    password: account.passwordHash !== null || passwordImported,
    passwordImported,
    passwordChangedAt: account.passwordChangedAt,
    secondFactor: account.secondFactor,
    authenticator: (await stores.authenticators.find(ouid)) !== undefined,
    backupCodes: (await stores.backupCodes.summary(ouid))?.left ?? 0,
    passkeys: (await stores.passkeys.listByAccount(ouid)).length,
    trustedBrowsers: (await stores.trustedBrowsers.listByAccount(ouid, {})).length,
    identities: identities.map(({ provider, subject, since }) => ({ provider, ...(reveal && { subject }), since })),
    sessions: sessions.map(({ method, factors, device, maskedIp, createdAt, lastSeenAt }) => ({
      method,
      factors,
      device,
      address: maskedIp,
      since: createdAt,
      lastSeenAt,
    })),
    applications: applications.map(({ id, name, since }) => ({ id, name, since })),
    roles,
    attributes: attributes.map(({ attribute, value }) => ({ attribute, ...(reveal && { value }) })),
    consents: agreements.map(({ version, language, agreedAt }) => ({ version, language, agreedAt })),
    limits: await currentLimits(stores, environment, account),
    waiting: waiting.map(({ kind, after, askedAt, dueAt, askedBy, reason }) => ({
      kind,
      after: kind === 'secondFactor' ? null : after === null || reveal ? after : mask(after),
      askedAt,
      dueAt,
      askedBy,
      reason,
    })),
    revealed: reveal,
  };
}

function detailsText(person: Details): string {
  const { status, closesAt, disabledAt } = person;
  const since = status === 'disabled' ? `, since ${timeText(disabledAt)}` : '';
  const until = closesAt ? `, will be erased on ${timeText(closesAt)}` : '';
  const yes = (value: boolean) => (value ? 'yes' : 'no');
  return table([
    ['Id', person.id],
    ...(person.externalId === null ? [] : [['Id elsewhere', person.externalId] as const]),
    ['Mobile number', person.mobile ?? 'none'],
    ['E-mail address', person.email ?? 'none'],
    ['Name', [person.name, person.latinName].filter((one) => one !== null).join(' / ') || 'none'],
    ['ID number', person.idNumber ?? 'none'],
    ['Real name verified', timeText(person.realNameAt)],
    ['State', `${status}${since}${until}`],
    ...person.limits.map((one) => ['Limit', limitText(one, one.until ? timeText(one.until) : '')] as const),
    ...person.waiting.map(
      ({ kind, after, dueAt, askedBy, reason }) =>
        [
          'Waiting',
          `${kind === 'secondFactor' ? 'second factor reset' : `${contactName[kind]} ${after === null ? 'removed' : `to ${after}`}`} ${dueAt ? `on ${timeText(dueAt)}` : 'never: no notice was sent'}  asked by ${askedBy}: ${reason}`,
        ] as const,
    ),
    ['Created', timeText(person.createdAt)],
    ['Last sign-in', timeText(person.lastSignInAt)],
    ['Language', person.language ?? 'not known'],
    ['Password', person.passwordImported ? 'of another system' : yes(person.password)],
    ['Second factor', person.secondFactor ? 'on' : 'off'],
    ['Authenticator app', yes(person.authenticator)],
    ['Backup codes left', String(person.backupCodes)],
    ['Passkeys', String(person.passkeys)],
    ['Trusted browsers', String(person.trustedBrowsers)],
    ...person.identities.map(
      ({ provider, subject, since: linked }) =>
        ['Identity', [provider, subject, `since ${timeText(linked)}`].filter(Boolean).join('  ')] as const,
    ),
    ...person.sessions.map(
      ({ method, device, address, lastSeenAt }) =>
        ['Session', `${method}  ${device}  ${address}  last seen ${timeText(lastSeenAt)}`] as const,
    ),
    ...person.applications.map(
      ({ name, since: allowed }) => ['Application', `${name}  since ${timeText(allowed)}`] as const,
    ),
    ...person.roles.map((one) => ['At', `${one.client}  ${rolesText(one)}`] as const),
    ...person.attributes.map(
      ({ attribute, value }) =>
        [
          'Attribute',
          [attribute, value]
            .flat()
            .filter((one) => one !== undefined)
            .join('  '),
        ] as const,
    ),
    ...person.consents.map(({ version, agreedAt }) => ['Agreed to', `${version}  on ${timeText(agreedAt)}`] as const),
  ]);
}
