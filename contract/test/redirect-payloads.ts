import type { RedirectAllowlist } from '../src/rules/redirect-rules.ts';

/** Redirect URLs as people and attackers write them, for the tests of the allowlist. */

export const allowlist: RedirectAllowlist = {
  origin: 'https://login.foyer.test',
  allowed: ['https://app.foyer.test', 'https://partner.test:8443', 'http://localhost:5173'],
};

/** A payload, and the URL it may lead to. */
export type Passing = readonly [payload: string, address: string];

export const good: readonly Passing[] = [
  ['/', 'https://login.foyer.test/'],
  ['/home', 'https://login.foyer.test/home'],
  ['/home?scene=realname', 'https://login.foyer.test/home?scene=realname'],
  ['?tab=1', 'https://login.foyer.test/?tab=1'],
  ['?next=/home', 'https://login.foyer.test/?next=/home'],
  ['/home#sessions', 'https://login.foyer.test/home#sessions'],
  ['/contracts/42?tab=signers&page=2', 'https://login.foyer.test/contracts/42?tab=signers&page=2'],
  ['/合同', 'https://login.foyer.test/%E5%90%88%E5%90%8C'],
  ['https://login.foyer.test/home', 'https://login.foyer.test/home'],
  ['https://login.foyer.test:443/home', 'https://login.foyer.test/home'],
  ['https://app.foyer.test', 'https://app.foyer.test/'],
  [
    'https://app.foyer.test/sign?id=7&back=https%3A%2F%2Fpartner.test',
    'https://app.foyer.test/sign?id=7&back=https%3A%2F%2Fpartner.test',
  ],
  ['HTTPS://APP.FOYER.TEST/Sign', 'https://app.foyer.test/Sign'],
  ['https://partner.test:8443/done', 'https://partner.test:8443/done'],
  ['http://localhost:5173/after', 'http://localhost:5173/after'],
];

/** Payloads that look like another site but stay on ours: the other host is part of the path or the query. */
export const harmless: readonly Passing[] = [
  ['/..//evil.test', 'https://login.foyer.test//evil.test'],
  ['/.//evil.test', 'https://login.foyer.test//evil.test'],
  ['/a/..//evil.test', 'https://login.foyer.test//evil.test'],
  ['/%2e%2e//evil.test', 'https://login.foyer.test//evil.test'],
  ['/%2F/evil.test', 'https://login.foyer.test/%2F/evil.test'],
  ['/%5cevil.test', 'https://login.foyer.test/%5cevil.test'],
  ['/%09/evil.test', 'https://login.foyer.test/%09/evil.test'],
  ['/%0d%0aLocation:%20https://evil.test', 'https://login.foyer.test/%0d%0aLocation:%20https://evil.test'],
  ['/https://evil.test', 'https://login.foyer.test/https://evil.test'],
  ['/javascript:alert(1)', 'https://login.foyer.test/javascript:alert(1)'],
  ['/@evil.test', 'https://login.foyer.test/@evil.test'],
  ['/:80@evil.test', 'https://login.foyer.test/:80@evil.test'],
  ['/.evil.test', 'https://login.foyer.test/.evil.test'],
  ['/\u2044evil.test', 'https://login.foyer.test/%E2%81%84evil.test'],
  ['/\uff0fevil.test', 'https://login.foyer.test/%EF%BC%8Fevil.test'],
  ['?', 'https://login.foyer.test/?'],
  ['?//evil.test', 'https://login.foyer.test/?//evil.test'],
  ['?@evil.test/', 'https://login.foyer.test/?@evil.test/'],
  ['/?next=//evil.test', 'https://login.foyer.test/?next=//evil.test'],
  ['/login/web?redirectUrl=//evil.test', 'https://login.foyer.test/login/web?redirectUrl=//evil.test'],
  ['/#//evil.test', 'https://login.foyer.test/#//evil.test'],
  ['/<script>alert(1)</script>', 'https://login.foyer.test/%3Cscript%3Ealert(1)%3C/script%3E'],
  ['https://app\u3002foyer\u3002test/x', 'https://app.foyer.test/x'],
  ['https://\uff41pp.foyer.test/x', 'https://app.foyer.test/x'],
  ['https://%61pp.foyer.test/x', 'https://app.foyer.test/x'],
  ['https://app.foyer.test/@evil.test', 'https://app.foyer.test/@evil.test'],
  ['https://app.foyer.test#@evil.test', 'https://app.foyer.test/#@evil.test'],
  ['https://app.foyer.test?@evil.test', 'https://app.foyer.test/?@evil.test'],
  ['https:////app.foyer.test/x', 'https://app.foyer.test/x'],
];
