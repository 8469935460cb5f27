import type { createBrowser } from './test-browser.ts';
import type { TestApp } from './test-app.ts';

type Browser = ReturnType<typeof createBrowser>;

/** The steps of a person between our page and the identity provider of their company. */
export function ssoHelpers(services: TestApp) {
  const { publicUrl } = services.config;

  const findCompany = (browser: Browser, domain: string, more: object = {}, headers = {}) =>
    browser.post('/v1/sso/account/login/domain', { domain, ...more }, headers);

  /** Opens an address as a browser does, and follows wherever it leads, as long as it leads away from our calls. */
  async function open(browser: Browser, address: string): Promise<string> {
    let place = new URL(address, publicUrl);
    for (let step = 0; step < 12; step += 1) {
      if (place.origin !== publicUrl || !place.pathname.startsWith('/sandbox/')) break;
      const { headers } = await browser.send({
        method: 'GET',
        url: place.pathname + place.search,
        headers: { host: place.host },
      });
      if (headers.location === undefined) break;
      place = new URL(headers.location, place);
    }
    return place.href;
  }

  /** Chooses someone on the company's page, which is open; gives back where the company sends them. */
  const choosePerson = (browser: Browser, page: string, id: string) => open(browser, `${page}/as/${id}`);

  /** Goes to the company and is sent back by it: the address to come back to, not opened yet. */
  async function goAndReturn(browser: Browser, domain: string, id: string, more: object = {}): Promise<string> {
    const { data } = await findCompany(browser, domain, more);
    return choosePerson(browser, await open(browser, String(data['targetUrl'])), id);
  }

  /** Comes back: the access code in the address of the middle page. */
  async function completeReturn(browser: Browser, callback: string): Promise<string> {
    const { pathname, search } = new URL(callback);
    const headers = { 'sec-fetch-site': 'cross-site' };
    const { headers: answered } = await browser.send({ method: 'GET', url: pathname + search, headers });
    return new URL(String(answered.location), publicUrl).searchParams.get('accessCode') ?? '';
  }

  /** What the page of a SAML provider has the browser post to us. */
  async function readSamlForm(browser: Browser, page: string) {
    const { pathname, search, host } = new URL(page);
    const { body } = await browser.send({ method: 'GET', url: pathname + search, headers: { host } });
    const value = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(body)?.[1] ?? '';
    return { SAMLResponse: value('SAMLResponse'), RelayState: value('RelayState') };
  }

  /** Goes to the company and chooses someone there; what their browser is then to post, not posted yet. */
  async function startSaml(browser: Browser, domain: string, id: string, more: object = {}) {
    const { data } = await findCompany(browser, domain, more);
    return readSamlForm(browser, String(data['targetUrl']).replace('/sso?', `/sso/as/${id}?`));
  }

  /** Posts it as browsers do that come from another site: without our cookies. Gives back the access code. */
  async function postSaml(form: Record<string, string>, company = 'globex'): Promise<string> {
    const { headers } = await services.browser().send({
      method: 'POST',
      url: `/api/sso/${company}/acs`,
      payload: new URLSearchParams(form).toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-site': 'cross-site',
        origin: 'https://login.globex.example',
      },
    });
    return new URL(String(headers.location), publicUrl).searchParams.get('accessCode') ?? '';
  }

  const check = (browser: Browser, accessCode: string, headers = {}) =>
    browser.post(
      '/login/sso/account/authorize/check',
      { endpoint: '' },
      { 'X-Tsign-Open-Access-Code': accessCode, ...headers },
    );

  const sendBind = (browser: Browser, accessCode: string, asked: object, headers = {}) =>
    browser.post('/login/sso/account/bindAccount/send', asked, { 'X-Tsign-Open-Access-Code': accessCode, ...headers });

  const checkBind = (browser: Browser, accessCode: string, asked: object, headers = {}) =>
    browser.post(
      '/login/sso/account/bindAccount/check',
      { endpoint: '', ...asked },
      { 'X-Tsign-Open-Access-Code': accessCode, ...headers },
    );

  /** The whole way to the middle page and its first question. */
  async function signIn(browser: Browser, domain: string, id: string, more: object = {}) {
    return check(browser, await completeReturn(browser, await goAndReturn(browser, domain, id, more)));
  }

  return {
    findCompany,
    open,
    startSaml,
    postSaml,
    choosePerson,
    goAndReturn,
    completeReturn,
    check,
    sendBind,
    checkBind,
    signIn,
  };
}
