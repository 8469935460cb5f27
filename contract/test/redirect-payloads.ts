import type { RedirectAllowlist } from '../src/rules/redirect-rules.ts';

/** What people and attackers write where an address is expected, for the tests of the gate. */

export const gate: RedirectAllowlist = {
  origin: 'https://login.house.test',
  allowed: ['https://app.house.test', 'https://partner.test:8443', 'http://localhost:5173'],
};

/** A payload, and where it may lead. */
export type Passing = readonly [payload: string, address: string];

export const good: readonly Passing[] = [
  ['/', 'https://login.house.test/'],
  ['/home', 'https://login.house.test/home'],
  ['/home?scene=realname', 'https://login.house.test/home?scene=realname'],
  ['/home#sessions', 'https://login.house.test/home#sessions'],
  ['/contracts/42?tab=signers&page=2', 'https://login.house.test/contracts/42?tab=signers&page=2'],
  ['/合同', 'https://login.house.test/%E5%90%88%E5%90%8C'],
  ['https://login.house.test/home', 'https://login.house.test/home'],
  ['https://login.house.test:443/home', 'https://login.house.test/home'],
  ['https://app.house.test', 'https://app.house.test/'],
  [
    'https://app.house.test/sign?id=7&back=https%3A%2F%2Fpartner.test',
    'https://app.house.test/sign?id=7&back=https%3A%2F%2Fpartner.test',
  ],
  ['HTTPS://APP.HOUSE.TEST/Sign', 'https://app.house.test/Sign'],
  ['https://partner.test:8443/done', 'https://partner.test:8443/done'],
  ['http://localhost:5173/after', 'http://localhost:5173/after'],
];

/** Made to look as if they left, and they do not: every part that names another place is a path or a query of ours. */
export const harmless: readonly Passing[] = [
  ['/..//evil.test', 'https://login.house.test//evil.test'],
  ['/.//evil.test', 'https://login.house.test//evil.test'],
  ['/a/..//evil.test', 'https://login.house.test//evil.test'],
  ['/%2e%2e//evil.test', 'https://login.house.test//evil.test'],
  ['/%2F/evil.test', 'https://login.house.test/%2F/evil.test'],
  ['/%5cevil.test', 'https://login.house.test/%5cevil.test'],
  ['/%09/evil.test', 'https://login.house.test/%09/evil.test'],
  ['/%0d%0aLocation:%20https://evil.test', 'https://login.house.test/%0d%0aLocation:%20https://evil.test'],
  ['/https://evil.test', 'https://login.house.test/https://evil.test'],
  ['/javascript:alert(1)', 'https://login.house.test/javascript:alert(1)'],
  ['/@evil.test', 'https://login.house.test/@evil.test'],
  ['/:80@evil.test', 'https://login.house.test/:80@evil.test'],
  ['/.evil.test', 'https://login.house.test/.evil.test'],
  ['/\u2044evil.test', 'https://login.house.test/%E2%81%84evil.test'],
  ['/\uff0fevil.test', 'https://login.house.test/%EF%BC%8Fevil.test'],
  ['/?next=//evil.test', 'https://login.house.test/?next=//evil.test'],
  ['/login/web?redirectUrl=//evil.test', 'https://login.house.test/login/web?redirectUrl=//evil.test'],
  ['/#//evil.test', 'https://login.house.test/#//evil.test'],
  ['/<script>alert(1)</script>', 'https://login.house.test/%3Cscript%3Ealert(1)%3C/script%3E'],
  ['https://app\u3002house\u3002test/x', 'https://app.house.test/x'],
  ['https://\uff41pp.house.test/x', 'https://app.house.test/x'],
  ['https://%61pp.house.test/x', 'https://app.house.test/x'],
  ['https://app.house.test/@evil.test', 'https://app.house.test/@evil.test'],
  ['https://app.house.test#@evil.test', 'https://app.house.test/#@evil.test'],
  ['https://app.house.test?@evil.test', 'https://app.house.test/?@evil.test'],
  ['https:////app.house.test/x', 'https://app.house.test/x'],
];
