import type { InteractionView } from '@foyer/contract/pages/interaction-view';
import type { PageVariant } from '@foyer/contract/pages/page-config';
import { days, seconds } from '@foyer/contract/time';
import * as openid from 'openid-client';
import { describe, expect, test } from 'vitest';
import { codeTestSettings } from '../../../test/support/flows/test-codes.ts';
import { testAppForFile } from '../../../test/support/test-app.ts';
import { newPhoneOwner, scanHelpers } from '../../../test/support/flows/test-scans.ts';
import {
  addClient,
  errorOf,
  exchange,
  interactionOf,
  navigator,
  newPerson,
  newSigningKey,
  openidClient,
  redirectOf,
  requestFor,
  signedIn,
} from '../../../test/support/flows/test-oidc.ts';

/** What the page was rendered with. */
interface Rendered {
  variant: PageVariant;
  view?: InteractionView;
}

const services = await testAppForFile({
  env: { ...codeTestSettings, OIDC: 'on' },
  appOptions: {
    pages: {
      render: async (variant, _config, { view } = {}) => JSON.stringify({ variant, view }),
      assets: new Map(),
    },
  },
});
const key = await newSigningKey('own');
const names = { 'zh-CN': '合同' };
await addClient(services, { id: 'contracts', name: 'Contracts', names, authentication: 'privateKey', jwks: key.jwks });
const client = await openidClient(services, 'contracts', openid.PrivateKeyJwt(key.signing));
const inSeconds = (time: number) => Math.floor(time / seconds(1));
const application = { 'zh-CN': '合同', 'en-US': 'Contracts' };
const lease = { title: '租赁合同 2026', sender: 'ACME' };

/** An authorization request that is signed by the client, with a document. */
async function signedRequest(document: unknown, params: Record<string, string> = {}, sender = client) {
  const request = await requestFor(sender, params);
  const url = await openid.buildAuthorizationUrlWithJAR(sender, request.url.searchParams, key.signing, {
    [openid.modifyAssertion]: (_, payload) => void Object.assign(payload, { document }),
  });
  return { ...request, url };
}

type Browser = ReturnType<typeof services.browser>;

/** A page of ours as the service renders it for this browser. */
async function render(browser: Browser, url: string | URL): Promise<Rendered> {
  const { pathname, search } = new URL(url, services.config.publicUrl);
  return (await browser.send({ method: 'GET', url: `${pathname}${search}` })).json<Rendered>();
}

/** A browser at the sign-in page, where a request has led it. */
async function begin(url: URL, browser = services.browser()) {
  const { open } = navigator(services, browser);
  const page = await open(url);
  return { browser, open, page, redirectUrl: redirectOf(page) };
}

describe('a document in a signed request', () => {
  test.each([
    ['by value', false],
    ['pushed', true],
  ])('is shown on the sign-in page: %s', async (_, pushed) => {
    const { url } = await signedRequest(lease);
    const target = pushed ? await openid.buildAuthorizationUrlWithPAR(client, url.searchParams) : url;
    const { browser, page } = await begin(target);
    expect((await render(browser, page.url)).view).toMatchObject({ application, document: lease, params: {} });
  });

  test('is shown on every page to which the sign-in page leads', async () => {
    const { browser, redirectUrl } = await begin((await signedRequest(lease)).url);
    for (const path of ['/regist', '/retrieve', '/findAccount/account', '/usercenterFront/ssomiddlepage']) {
      const { view } = await render(browser, `${path}?${new URLSearchParams({ redirectUrl })}`);
      expect(view?.document, path).toEqual(lease);
    }
    const question = `/oidc/access?interaction=${interactionOf(redirectUrl)}`;
    expect((await render(browser, question)).view?.document).toEqual(lease);
    expect((await render(services.browser(), question)).view).toBeUndefined();
  });

  test('is shown after the sign-in too, where an application of someone else asks for access', async () => {
    await addClient(services, { id: 'partner', firstParty: false, authentication: 'privateKey', jwks: key.jwks });
    const partner = await openidClient(services, 'partner', openid.PrivateKeyJwt(key.signing));
    const { mobile, password } = await newPerson(services);
    const { browser, open, redirectUrl } = await begin((await signedRequest(lease, {}, partner)).url);
    await browser.signIn(mobile, password, { redirectUrl });
    const page = await open(redirectUrl);
    expect(page.url.pathname).toBe('/oidc/access');
    expect((await render(browser, page.url)).view?.document).toEqual(lease);
  });

  test('is shown with the day until which it can be signed, and with the hour when that is near', async () => {
    const expiresAt = inSeconds(services.clock.now() + days(30));
    const { browser, page } = await begin((await signedRequest({ ...lease, expires_at: expiresAt })).url);
    const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'Asia/Shanghai' }).format(
      seconds(expiresAt),
    );
    expect((await render(browser, page.url)).view?.document?.due?.['en-US']).toBe(day);
    services.moveClock(days(29));
    const soon = await begin((await signedRequest({ ...lease, expires_at: expiresAt })).url);
    expect((await render(soon.browser, soon.page.url)).view?.document?.due?.['en-US']).toMatch(`${day}, `);
  });

  test('that is ill-formed is refused with what would be right, at the application or when it is pushed', async () => {
    const { url } = await signedRequest({ ...lease, title: 'Lease\u202e' });
    const { page } = await begin(url);
    expect(page.url.searchParams.get('error')).toBe('invalid_request_object');
    expect(page.url.searchParams.get('error_description')).toMatch(/^document\.title must be a text of 1 to 100/);
    expect(await errorOf(openid.buildAuthorizationUrlWithPAR(client, url.searchParams))).toBe('invalid_request_object');
  });

  test('that has expired is refused', async () => {
    const { page } = await begin((await signedRequest({ ...lease, expires_at: inSeconds(services.clock.now()) })).url);
    expect(page.url.searchParams.get('error_description')).toBe('document.expires_at must be in the future');
  });
});

describe('a document is never shown', () => {
  test.each([
    ['by value', false],
    ['pushed', true],
  ])('from a request without a signature: %s', async (_, pushed) => {
    const { url } = await requestFor(client, { document: JSON.stringify(lease) });
    const target = pushed ? await openid.buildAuthorizationUrlWithPAR(client, url.searchParams) : url;
    const { browser, page } = await begin(target);
    expect(page.url.pathname).toBe('/login/web');
    expect((await render(browser, page.url)).view).toBeUndefined();
  });

  test('from a parameter beside a signed request', async () => {
    const { url } = await signedRequest(undefined);
    url.searchParams.set('document', JSON.stringify(lease));
    const { browser, page } = await begin(url);
    expect((await render(browser, page.url)).view).toBeUndefined();
  });

  test('from a parameter of the sign-in page', async () => {
    const { browser, page } = await begin((await requestFor(client)).url);
    page.url.searchParams.set('document', JSON.stringify(lease));
    expect((await render(browser, page.url)).view).toBeUndefined();
  });

  test('in another browser than the one that sent the request', async () => {
    const { page } = await begin((await signedRequest(lease)).url);
    const other = services.browser();
    expect((await render(other, page.url)).view).toBeUndefined();
    const { browser: signedInOther } = await signedIn(services, await newPerson(services));
    expect((await render(signedInOther, page.url)).view).toBeUndefined();
  });

  test('in a browser that the URL names', async () => {
    const victim = await begin((await signedRequest(lease)).url);
    const provider = await services.oidc!.provider();
    const { params } = (await provider.Interaction.find(interactionOf(victim.redirectUrl)))!;
    const { url } = await requestFor(client, { foyer_browser: String(params['foyer_browser']) });
    const attacker = await begin(url);
    const own = await provider.Interaction.find(interactionOf(attacker.redirectUrl));
    const browsers = [params, own!.params].map((one) => one['foyer_browser']);
    expect(browsers).toEqual([expect.any(String), expect.any(String)]);
    expect(browsers[1]).not.toBe(browsers[0]);
  });

  test('to a person whose page asks for another redirect first', async () => {
    const { browser, redirectUrl } = await begin((await signedRequest(lease)).url);
    const query = new URLSearchParams({ cusRedirectUrl: '/home', redirectUrl });
    expect((await render(browser, `/login/web?${query}`)).view).toBeUndefined();
  });
});

test('a page with a document is rendered for one person and not stored', async () => {
  const { browser, page } = await begin((await signedRequest(lease)).url);
  expect((await render(browser, page.url)).view).toBeDefined();
  expect((await render(services.browser(), page.url)).view).toBeUndefined();
});

describe('on the phone that confirms a scan', () => {
  const { show, phone } = scanHelpers(services);
  const scan = async (browser: Browser, redirectUrl: string) => {
    const shown = await show(browser, 'alipay', { redirectUrl });
    const { data } = await phone().openMiniProgram(shown, newPhoneOwner('13700000001'));
    const { ticket, offer } = data as { ticket: string; offer: { document?: unknown } };
    return { first: offer, again: (await phone().getOffer(ticket)).data };
  };

  test('the document is shown', async () => {
    const { browser, redirectUrl } = await begin((await signedRequest(lease)).url);
    const { first, again } = await scan(browser, redirectUrl);
    expect([first.document, again['document']]).toEqual([lease, lease]);
  });

  test('the document of another browser is not shown', async () => {
    const { redirectUrl } = await begin((await signedRequest(lease)).url);
    const { first } = await scan(services.browser(), redirectUrl);
    expect(first).not.toHaveProperty('document');
  });
});

describe('a document that names its signer', () => {
  test('fills in and locks the account, also of a registration', async () => {
    const { browser, page, redirectUrl } = await begin(
      (await signedRequest({ ...lease, signer: '138 0013 8000' })).url,
    );
    const { variant, view } = await render(browser, page.url);
    expect(view).toMatchObject({ application, document: lease, params: { account: '13800138000' } });
    expect(variant.locked).toBe(true);
    const registration = await render(browser, `/regist?${new URLSearchParams({ redirectUrl })}`);
    expect(registration).toMatchObject({ variant: { locked: true }, view: { params: { account: '13800138000' } } });
  });

  test('leads the signer to the application, by mobile number or e-mail address', async () => {
    const person = await newPerson(services, { email: 'signer@example.com' });
    const { open } = await signedIn(services, person);
    for (const signer of [person.mobile, 'Signer@example.com']) {
      const request = await signedRequest({ ...lease, signer });
      const { url } = await open(request.url);
      expect((await exchange(client, url.href, request)).claims()).toMatchObject({ sub: person.ouid });
    }
  });

  test('refuses another person who is signed in, says so, and lets the signer sign in', async () => {
    const [signer, other] = [await newPerson(services), await newPerson(services)];
    const { browser } = await signedIn(services, other);
    const request = await signedRequest({ ...lease, signer: signer.mobile });
    const { open, page, redirectUrl } = await begin(request.url, browser);
    expect(page.url.pathname).toBe('/login/web');
    expect((await render(browser, page.url)).view).toMatchObject({
      reason: { is: 'otherSigner', current: `${other.mobile.slice(0, 3)}****${other.mobile.slice(-4)}` },
      params: { account: signer.mobile },
    });
    await browser.signIn(other.mobile, other.password, { redirectUrl });
    expect((await open(redirectUrl)).url.pathname).toBe('/login/web');
    services.moveClock(seconds(1));
    await browser.signIn(signer.mobile, signer.password, { redirectUrl });
    const { url } = await open(redirectUrl);
    expect((await exchange(client, url.href, request)).claims()).toMatchObject({ sub: signer.ouid });
  });

  test('refuses a result for another person', async () => {
    const [signer, other] = [await newPerson(services), await newPerson(services)];
    const { browser } = await signedIn(services, other);
    const { open, redirectUrl } = await begin((await signedRequest({ ...lease, signer: signer.mobile })).url, browser);
    const uid = interactionOf(redirectUrl);
    const interaction = (await (await services.oidc!.provider()).Interaction.find(uid))!;
    interaction.result = { login: { accountId: other.ouid } };
    await interaction.persist();
    expect((await open(`/oidc/auth/${uid}`)).url.pathname).toBe('/login/web');
  });

  test('answers prompt=none with login_required while another person is signed in', async () => {
    const { browser } = await signedIn(services, await newPerson(services));
    const request = await signedRequest({ ...lease, signer: '13800138000' }, { prompt: 'none' });
    const { page } = await begin(request.url, browser);
    expect(page.url.searchParams.get('error')).toBe('login_required');
  });
});
