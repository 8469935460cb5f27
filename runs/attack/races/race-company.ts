import { checkBindCode, sendBindCode } from '@foyer/contract/flows/sso-bind';
import { accessCodeHeader } from '@foyer/contract/flows/sso-headers';
import { checkAuthorisation } from '@foyer/contract/flows/sso-return';
import { aliveSessions } from '../people/alive-sessions.ts';
import { type Browser, createBrowser } from '../browser.ts';
import { accessCodeIn, accessCodeOf, crossSite, companyPage, signInAtAcme } from '../people/company-sign-in.ts';
import { done } from '../../client.ts';
import { newMobile } from '../people/people.ts';
import type { Race } from './race.ts';
import type { RawAnswer } from './send-at-once.ts';

/** Counts the access codes among the answers that can be redeemed. */
const redeemable = (browser: Browser) => async (answers: readonly RawAnswer[]) => {
  let count = 0;
  for (const { location } of answers) {
    const headers = { [accessCodeHeader]: accessCodeIn(location) };
    if ((await browser.call(checkAuthorisation, { endpoint: '' }, headers)).is === 'done') count += 1;
  }
  return count;
};

export const companyRaces: Race[] = [
  {
    name: 'the access code of a company sign-in',
    async prepare(scene) {
      const { browser, accessCode } = await accessCodeOf(scene, 'acme-alice');
      const headers = { [accessCodeHeader]: accessCode };
      return {
        request: browser.callOnTheWire(checkAuthorisation, { endpoint: '' }, headers),
        winners: aliveSessions(scene.installation),
      };
    },
  },
  {
    name: 'the return from a company by OpenID Connect',
    async prepare(scene) {
      const { browser, callback } = await signInAtAcme(scene, 'acme-alice');
      const request = browser.onTheWire('GET', callback, undefined, crossSite);
      return { request, winners: redeemable(browser), onFirstNode: true };
    },
  },
  {
    name: 'the return from a company by SAML',
    async prepare({ installation }) {
      const browser = createBrowser(installation);
      const page = new URL((await companyPage(browser, 'globex')).replace('/sso?', '/sso/as/globex-dan?'));
      const { text } = await browser.send('GET', page.pathname + page.search);
      const value = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? '';
      const form = new URLSearchParams({ SAMLResponse: value('SAMLResponse'), RelayState: value('RelayState') });
      const headers = {
        ...crossSite,
        'content-type': 'application/x-www-form-urlencoded',
        origin: 'https://login.globex.example',
        // Cookies do not come with a form of another site.
        cookie: '',
      };
      return {
        request: browser.onTheWire('POST', '/api/sso/globex/acs', form.toString(), headers),
        winners: redeemable(browser),
      };
    },
  },
  {
    name: 'the access code of an unlinked person, by a code',
    async prepare(scene) {
      const { browser, accessCode } = await accessCodeOf(scene, 'acme-carol');
      const headers = { [accessCodeHeader]: accessCode };
      done(await browser.call(checkAuthorisation, { endpoint: '' }, headers), 'The access code');
      const mobile = newMobile();
      const robotModel = await scene.passHumanCheck(browser);
      const send = { type: 'MOBILE', credentials: mobile, robotModel } as const;
      const { authCodeId } = done(await browser.call(sendBindCode, send, headers), 'The code');
      const body = { endpoint: '', authCodeId, code: await scene.codeTo(mobile) };
      return {
        request: browser.callOnTheWire(checkBindCode, body, headers),
        winners: async (answers) => {
          const alive = await aliveSessions(scene.installation)(answers);
          await scene.installation.sql(`delete from identities where subject like '%"acme-carol"%'`);
          return alive;
        },
      };
    },
  },
];
