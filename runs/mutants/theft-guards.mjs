/** @import { Guard } from './guards.mjs' */

const testFile = 'server/test/abuse/what-counts.test.ts';
const oneTheft = 'server/test/abuse/one-theft.test.ts';

/** What a thief of one factor, a stranger or a forgotten sandbox could use. @type {readonly Guard[]} */
export const theftGuards = [
  {
    name: 'what one factor added counts as that factor',
    file: 'server/src/parts/sign-in/counted-factors.ts',
    guard: 'isMeant(key) && at < Date.parse(until) ? by : []',
    without: 'isMeant(key) && at < Date.parse(until) && by.length === 0 ? by : []',
    testFile,
    test: 'counts as the factor that added it for 72 hours',
  },
  {
    name: 'a factor never raises the session in which it was added',
    file: 'server/src/parts/sign-in/new-factors.ts',
    guard: 'const at = createdAt.getTime();',
    without: 'const at = createdAt.getTime() + Number.MAX_SAFE_INTEGER;',
    testFile,
    test: 'a factor never raises the session in which it was added, also after 72 hours',
  },
  {
    name: 'contacts and factors need another proof than the first factor',
    file: 'server/src/parts/fresh-proof/fresh-proof.ts',
    guard: 'const furtherWays = change && (await furtherWaysToProve(services, current, change));',
    without:
      'const furtherWays = change && (await furtherWaysToProve(services, current, change).then(() => undefined));',
    testFile,
    test: 'a password in a trusted browser',
  },
  {
    name: 'what one factor added has all sources of that factor',
    file: 'server/src/parts/sign-in/new-factors.ts',
    guard: 'by: withSources(account, proven, now)',
    without: 'by: [...proven]',
    testFile: oneTheft,
    test: 'a thief of the password makes no two factors of it with an app',
  },
  {
    name: 'what a new factor has helped to link is new too',
    file: 'server/src/parts/sign-in/new-factors.ts',
    guard: 'areTwoFactors(countedFactors(account, proven, now))',
    without: 'areTwoFactors(proven)',
    testFile: oneTheft,
    test: 'does not make what is linked with it count',
  },
  {
    name: 'contacts wait after an undo has removed the password',
    file: 'server/src/flows/contact-change/contact-change.routes.ts',
    guard: "await recordNewFactor(tx, ouid, 'password', [undone",
    without: 'void ([undone',
    testFile: oneTheft,
    test: 'a mailbox that undoes a change',
  },
  {
    name: 'a factor that a sign-in sets up is new in it',
    file: 'server/src/parts/sign-in/complete-second-factor.ts',
    guard: '(await accounts.findByOuid(pending.account)) ?? account',
    without: 'account',
    testFile: oneTheft,
    test: 'sets up does not count in it',
  },
  {
    name: 'the only contact of an account waits after a new password',
    file: 'server/src/parts/fresh-proof/fresh-proof.ts',
    guard: "return isTooSoon ? { is: 'contactsTooSoon', data: { until } } : proof;",
    without: 'void isTooSoon; return proof;',
    testFile: oneTheft,
    test: 'the only contact of the account is not changed',
  },
  {
    name: 'one click counts as the number that the app vouches for',
    file: 'server/src/flows/one-click-login/one-click-login.routes.ts',
    guard: "factors: ['sms'],",
    without: 'factors: [method],',
    testFile: 'server/src/flows/one-click-login/one-click-login.test.ts',
    test: 'signs in to the account of the mobile number, links the app and notifies the owner',
  },
  {
    name: 'the link of an undo takes nothing from another account without a code',
    file: 'server/src/store/accounts/contact-changes.ts',
    guard: "if (!(await isProven(contact))) return 'needsContactCode';",
    without: 'await isProven(contact);',
    testFile: 'server/src/flows/contact-change/undo-taken-contact.test.ts',
    test: 'the link alone takes nothing from an account that was made with the address since',
  },
  {
    name: 'an extra code has quotas of its own',
    file: 'server/src/parts/one-time-code/code-sender.ts',
    guard: 'consumeQuotas([...Object.values(others), ...extra], refusal)',
    without: 'consumeQuotas(Object.values(others), refusal)',
    testFile: 'server/src/flows/send-code/extra-code.test.ts',
    test: 'a browser and a network get one more each, also by concurrent requests',
  },
  {
    name: 'production does not start on a database that the sandbox filled',
    file: 'server/src/serve.ts',
    guard: 'if (!(await isFilledBySandbox(database.sql))) return database;',
    without: 'if (!(await isFilledBySandbox(database.sql)) || Number.isFinite(0)) return database;',
    testFile: 'server/src/cli/sandbox.test.ts',
    test: 'production starts on a database that the sandbox filled only after foyer sandbox remove',
  },
];
