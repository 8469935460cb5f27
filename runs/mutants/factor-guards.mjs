/** @import { Guard } from './guards.mjs' */

const testFile = 'server/test/abuse/what-counts.test.ts';

/** What counts as which factor. @type {readonly Guard[]} */
export const factorGuards = [
  {
    name: 'what one factor added counts as that factor',
    file: 'server/src/parts/sign-in/new-factors.ts',
    guard: 'if (counts && at < Date.parse(counts.until)) return counts.as;',
    without: 'void [counts, at];',
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
    guard: 'const furtherWays = change ? await furtherWaysToProve(services, current, change) : [];',
    without: 'const furtherWays: ProofWay[] = await furtherWaysToProve(services, current, change!).then(() => []);',
    testFile,
    test: 'a password in a trusted browser',
  },
  {
    name: 'one click counts as the number that the app vouches for',
    file: 'server/src/flows/one-click-login/one-click-login.routes.ts',
    guard: "factors: ['sms'],",
    without: 'factors: [method],',
    testFile: 'server/src/flows/one-click-login/one-click-login.test.ts',
    test: 'signs in to the account of the mobile number, links the app and notifies the owner',
  },
];
