import type { createBrowser } from '../test-browser.ts';
import type { TestApp } from '../test-app.ts';

type Browser = ReturnType<typeof createBrowser>;

/** The steps of a person between the page and their company's identity provider. */
export function ssoHelpers(services: TestApp) {
  const { publicUrl } = services.config;

  const findCompany = (browser: Browser, domain: string, more: object = {}, headers = {}) =>
    browser.post('/v1/sso/account/login/domain', { domain, ...more }, headers);

  /** Opens a URL and follows redirects of the sandbox; stops before the first URL outside of it. */
  async function open(browser: Browser, url: string): Promise<string> {
    let current = new URL(url, publicUrl);
    for (let step = 0; step < 12; step += 1) {
      if (current.origin !== publicUrl || !current.pathname.startsWith('/sandbox/')) break;
      const { headers } = await browser.send({
        method: 'GET',
        url: current.pathname + current.search,
        headers: { host: current.host },
      });
      if (headers.location === undefined) break;
      current = new URL(headers.location, current);
    }
    return current.href;
  }

  /** Chooses a person on the company's page and returns the URL that the company redirects to. */
  const choosePerson = (browser: Browser, page: string, id: string) => open(browser, `${page}/as/${id}`);

  /** Signs in at the company and returns the callback URL, which is not opened yet. */
  async function signInAtCompany(browser: Browser, domain: string, id: string, more: object = {}): Promise<string> {
    const { data } = await findCompany(browser, domain, more);
    return choosePerson(browser, await open(browser, String(data['targetUrl'])), id);
  }

  /** Opens the callback URL and returns the access code for the middle page. */
  async function openCallback(browser: Browser, callback: string): Promise<string> {
    const { pathname, search } = new URL(callback);
    const headers = { 'sec-fetch-site': 'cross-site' };
    const { headers: response } = await browser.send({ method: 'GET', url: pathname + search, headers });
    return new URL(String(response.location), publicUrl).searchParams.get('accessCode') ?? '';
  }

  /** The form that a SAML provider's page makes the browser post. */
  async function readSamlForm(browser: Browser, page: string) {
    const { pathname, search, host } = new URL(page);
    const { body } = await browser.send({ method: 'GET', url: pathname + search, headers: { host } });
    const value = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(body)?.[1] ?? '';
    return { SAMLResponse: value('SAMLResponse'), RelayState: value('RelayState') };
  }

  /** Signs in at a company by SAML and returns the form, which is not posted yet. */
  async function startSaml(browser: Browser, domain: string, id: string, more: object = {}) {
    const { data } = await findCompany(browser, domain, more);
    return readSamlForm(browser, String(data['targetUrl']).replace('/sso?', `/sso/as/${id}?`));
  }

  /** Posts the form as a browser does from another site, without cookies, and returns the access code. */
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

  const sendBind = (browser: Browser, accessCode: string, body: object, headers = {}) =>
    browser.post('/login/sso/account/bindAccount/send', body, { 'X-Tsign-Open-Access-Code': accessCode, ...headers });

  const checkBind = (browser: Browser, accessCode: string, body: object, headers = {}) =>
    browser.post(
      '/login/sso/account/bindAccount/check',
      { endpoint: '', ...body },
      { 'X-Tsign-Open-Access-Code': accessCode, ...headers },
    );

  /** Signs in at the company, opens the callback URL and makes the first call of the middle page. */
  async function signIn(browser: Browser, domain: string, id: string, more: object = {}) {
    return check(browser, await openCallback(browser, await signInAtCompany(browser, domain, id, more)));
  }

  return {
    findCompany,
    open,
    startSaml,
    postSaml,
    choosePerson,
    signInAtCompany,
    openCallback,
    check,
    sendBind,
    checkBind,
    signIn,
  };
}
