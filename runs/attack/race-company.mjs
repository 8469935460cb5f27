import { aliveSessions } from './alive-sessions.mjs';
import { createBrowser } from './browser.mjs';
import {
  accessCodeHeader,
  accessCodeIn,
  accessCodeOf,
  checkPath,
  crossSite,
  findCompany,
  signInAtAcme,
} from './company-sign-in.mjs';
import { done, newMobile } from './people.mjs';

/** @import { Race } from './races.mjs' */

/** Counts the access codes among the answers that can be redeemed. */
const redeemable = (browser) => async (answers) => {
  let count = 0;
  for (const { location } of answers) {
    const headers = { [accessCodeHeader]: accessCodeIn(location) };
    if ((await browser.post(checkPath, { endpoint: '' }, headers)).code === 0) count += 1;
  }
  return count;
};

/** @type {Race[]} */
export const companyRaces = [
  {
    name: 'the access code of a company sign-in',
    async prepare(scene) {
      const { browser, accessCode } = await accessCodeOf(scene, 'acme-alice');
      const headers = { [accessCodeHeader]: accessCode };
      return {
        request: browser.onTheWire('POST', `/api${checkPath}`, { endpoint: '' }, headers),
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
      const page = new URL((await findCompany(browser, 'globex')).replace('/sso?', '/sso/as/globex-dan?'));
      const { text } = await browser.send('GET', page.pathname + page.search);
      const value = (name) => new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? '';
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
      done(await browser.post(checkPath, { endpoint: '' }, headers), 'The access code');
      const mobile = newMobile();
      const robotModel = await scene.passHumanCheck(browser);
      const send = { type: 'MOBILE', credentials: mobile, robotModel };
      const { authCodeId } = done(await browser.post('/login/sso/account/bindAccount/send', send, headers), 'The code');
      const body = { endpoint: '', authCodeId, code: await scene.codeTo(mobile) };
      return {
        request: browser.onTheWire('POST', '/api/login/sso/account/bindAccount/check', body, headers),
        winners: async (answers) => {
          const alive = await aliveSessions(scene.installation)(answers);
          await scene.installation.sql(`delete from identities where subject like '%"acme-carol"%'`);
          return alive;
        },
      };
    },
  },
];
