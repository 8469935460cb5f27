import { generateKeyPairSync } from 'node:crypto';
import { resultCodes } from '@foyer/contract/result-codes';
import { hours, minutes } from '@foyer/contract/time';
import { companies } from '@foyer/sandbox/sso/companies';
import { type SamlResponseFields, signSamlResponse, unsignedSamlResponse } from '@foyer/sandbox/sso/saml-response';
import { describe, expect, test } from 'vitest';
import { companiesOf } from '../../../test/support/test-company.ts';
import { testAppForFile } from '../../../test/support/test-app.ts';
import { companyStore } from '../../store/companies.ts';

const services = await testAppForFile({ sandbox: true });
const { ask, goBySaml, post, check } = companiesOf(services);
type Browser = ReturnType<typeof services.browser>;

const failed = { code: resultCodes.ssoFailed };
const expired = { code: resultCodes.ssoExpired };
const [bob, dan] = companies.find(({ slug }) => slug === 'globex')!.people;
const encoded = (xml: string) => Buffer.from(xml).toString('base64');

/** Someone has gone to Globex; what its provider would say about Dan, for the tests to change, and a way to say it. */
async function gone(browser: Browser, changes: Partial<SamlResponseFields> = {}) {
  const { RelayState, SAMLResponse } = await goBySaml(browser, 'globex', 'globex-dan');
  const given = Buffer.from(SAMLResponse, 'base64').toString();
  const inResponseTo = /InResponseTo="([^"]+)"/.exec(given)![1]!;
  const base = 'http://localhost:3000/api/sso/globex';
  const xml = unsignedSamlResponse({
    issuer: 'http://localhost:3000/sandbox/saml/globex',
    audience: `${base}/metadata`,
    acs: `${base}/acs`,
    inResponseTo,
    now: services.clock.now(),
    person: dan!,
    ...changes,
  });
  const say = async (answer: string) => check(browser, await post({ RelayState, SAMLResponse: encoded(answer) }));
  return { xml, say, inResponseTo };
}

describe('someone who signs in at their company by SAML', () => {
  test('comes back known, and the second factor of the account still follows [SO-05]', async () => {
    const browser = services.browser();
    const accessCode = await post(await goBySaml(browser, 'globex', 'globex-bob'));
    expect(await check(browser, accessCode)).toMatchObject({
      code: 0,
      data: { loginStatus: true, loginDoubleCheck: true, preServiceId: expect.any(String) },
    });
  });

  test('comes back unknown, to bind; no e-mail is taken from a company that has proved no domain [SO-08] [AC-37]', async () => {
    const browser = services.browser();
    const { xml, say } = await gone(browser, { person: { ...bob!, id: 'somebody-else' } });
    const { data } = await say(await signSamlResponse(xml));
    expect(data).toEqual({ loginStatus: false, loginMobile: '138****8001' });
  });

  test.each([
    ['in a domain that is its own is taken', 'dan@globex.example', true],
    ['elsewhere is not', 'alice@example.com', false],
    ['in a domain that only ends like it is not', 'dan@evil-globex.example', false],
  ])('an e-mail address %s [AC-37]', async (_, email, taken) => {
    const store = companyStore(services.database.sql);
    const globex = await store.find('globex');
    await store.put({ ...globex!, mailDomains: ['globex.example'] });
    const { xml, say } = await gone(services.browser(), { person: { ...dan!, email } });
    const { data } = await say(await signSamlResponse(xml));
    await store.put(globex!);
    expect('loginEmail' in data).toBe(taken);
  });

  test('is believed when the whole answer is signed instead of the statement in it', async () => {
    const { xml, say } = await gone(services.browser());
    expect(await say(await signSamlResponse(xml, { part: 'Response' }))).toMatchObject({ code: 0 });
  });

  test('is not believed in another browser than the one that began [AC-11]', async () => {
    const [thief, victim] = [services.browser(), services.browser()];
    await ask(victim, 'acme');
    const accessCode = await post(await goBySaml(thief, 'globex', 'globex-bob'));
    expect(await check(victim, accessCode)).toMatchObject(expired);
    expect(victim.jar.has('foyer_session')).toBe(false);
  });

  test('is not expected when nobody asked: an identity provider begins nothing', async () => {
    const browser = services.browser();
    const { SAMLResponse } = await goBySaml(browser, 'globex', 'globex-bob');
    expect(await check(browser, await post({ SAMLResponse }))).toMatchObject(expired);
    expect(await check(browser, await post({ SAMLResponse, RelayState: 'https://evil.test/' }))).toMatchObject(expired);
  });

  test('says it once, even for another request [AC-38]', async () => {
    const browser = services.browser();
    const form = await goBySaml(browser, 'globex', 'globex-bob');
    expect(await check(browser, await post(form))).toMatchObject({ code: 0 });
    expect(await check(browser, await post(form))).toMatchObject(expired);
    const next = await goBySaml(browser, 'globex', 'globex-bob');
    const replayed = { ...next, SAMLResponse: form.SAMLResponse };
    expect(await check(browser, await post(replayed))).toMatchObject(failed);
  });

  test('says nothing with the same statement in answer to a second request of ours', async () => {
    const [first, second] = [await gone(services.browser()), await gone(services.browser())];
    const sameId = (xml: string) => xml.replace(/<saml:Assertion ID="[^"]+"/, '<saml:Assertion ID="_the-same"');
    expect(await first.say(await signSamlResponse(sameId(first.xml)))).toMatchObject({ code: 0 });
    expect(await second.say(await signSamlResponse(sameId(second.xml)))).toMatchObject(failed);
  });
});

describe('what its provider says is refused', () => {
  const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({
    type: 'pkcs8',
    format: 'pem',
  });

  test('unsigned', async () => {
    const { xml, say } = await gone(services.browser());
    expect(await say(xml)).toMatchObject(failed);
  });

  test.each(['', ' ', 'hello'])('nothing that could be read: "%s"', async (nothing) => {
    const { say } = await gone(services.browser());
    expect(await say(nothing)).toMatchObject(failed);
  });

  test("signed with somebody else's key", async () => {
    const { xml, say } = await gone(services.browser());
    expect(await say(await signSamlResponse(xml, { key: foreign.toString() }))).toMatchObject(failed);
  });

  test.each([
    ['another name', (xml: string) => xml.replace('>globex-dan<', '>globex-bob<')],
    ['another name, cut by a comment', (xml: string) => xml.replace('>globex-dan<', '>globex-<!-- -->dan<')],
    ['another number', (xml: string) => xml.replace('13800138003', '13800138001')],
    ['no signature value', (xml: string) => xml.replace(/<SignatureValue>[^<]+/, '<SignatureValue>')],
  ])('changed after it was signed: %s', async (_, change) => {
    const { xml, say } = await gone(services.browser());
    const signed = await signSamlResponse(xml);
    expect(change(signed)).not.toBe(signed);
    expect(await say(change(signed))).toMatchObject(failed);
  });

  test.each<[string, Partial<SamlResponseFields> | ((xml: string) => string)]>([
    ['of another provider', { issuer: 'https://login.evil.test' }],
    ['for another service', { audience: 'https://other.example/metadata' }],
    [
      'for another address of ours',
      (xml) =>
        xml.replace(
          'Recipient="http://localhost:3000/api/sso/globex/acs"',
          'Recipient="http://localhost:3000/api/sso/acme/acs"',
        ),
    ],
    [
      'sent to another address',
      (xml) =>
        xml.replace(
          'Destination="http://localhost:3000/api/sso/globex/acs"',
          'Destination="https://other.example/acs"',
        ),
    ],
    ['in answer to another request', { inResponseTo: '_another' }],
    ['in answer to nothing', (xml) => xml.replaceAll(/ InResponseTo="[^"]+"/g, '')],
    ['that it was not the one', (xml) => xml.replace('status:Success', 'status:Responder')],
    ['about someone who is gone tomorrow', (xml) => xml.replace('nameid-format:persistent', 'nameid-format:transient')],
    ['about nobody', (xml) => xml.replace('>globex-dan<', '><')],
    ['for everybody', (xml) => xml.replace(/<saml:AudienceRestriction>.*<\/saml:AudienceRestriction>/, '')],
    ['to whoever holds the key', (xml) => xml.replace('cm:bearer', 'cm:holder-of-key')],
    ['without an end', (xml) => xml.replaceAll(/ NotOnOrAfter="[^"]+"/g, '')],
    ['with an end that is no time', (xml) => xml.replaceAll(/ NotOnOrAfter="[^"]+"/g, ' NotOnOrAfter="never"')],
    [
      'of a session that is over',
      (xml) => xml.replace(/SessionNotOnOrAfter="[^"]+"/, 'SessionNotOnOrAfter="2020-01-01T00:00:00Z"'),
    ],
  ])('though rightly signed: %s', async (_, change) => {
    const { xml, say } = await gone(services.browser(), typeof change === 'function' ? {} : change);
    const said = typeof change === 'function' ? change(xml) : xml;
    if (typeof change === 'function') expect(said).not.toBe(xml);
    expect(await say(await signSamlResponse(said))).toMatchObject(failed);
  });

  test('too late and too early, by our clock and a minute of theirs', async () => {
    const late = await gone(services.browser());
    const justInTime = await gone(services.browser());
    const signed = [await signSamlResponse(late.xml), await signSamlResponse(justInTime.xml)];
    services.moveClock(minutes(6) - 1);
    expect(await justInTime.say(signed[1]!)).toMatchObject({ code: 0 });
    services.moveClock(1);
    expect(await late.say(signed[0]!)).toMatchObject(failed);
    const early = await gone(services.browser(), { now: services.clock.now() + minutes(2) + 1 });
    expect(await early.say(await signSamlResponse(early.xml))).toMatchObject(failed);
    const ahead = await gone(services.browser(), { now: services.clock.now() + minutes(2) });
    expect(await ahead.say(await signSamlResponse(ahead.xml))).toMatchObject({ code: 0 });
  });

  test.each([
    ['SHA-1 signatures', { algorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' }],
    ['SHA-1 digests', { digest: 'http://www.w3.org/2000/09/xmldsig#sha1' }],
  ])('by %s', async (_, broken) => {
    const { xml, say } = await gone(services.browser());
    expect(await say(await signSamlResponse(xml, broken))).toMatchObject(failed);
  });
});

describe('a signed statement is not believed', () => {
  /** A second statement, about Bob, made by whoever has a signed one about themselves. */
  const forged = (xml: string) =>
    /<saml:Assertion.*<\/saml:Assertion>/
      .exec(xml)![0]
      .replace('>globex-dan<', '>globex-bob<')
      .replace(/ID="[^"]+"/, 'ID="_forged"');
  const signedPart = (xml: string) => /<saml:Assertion.*<\/saml:Assertion>/.exec(xml)![0];
  const signatureOf = (xml: string) => /<Signature.*<\/Signature>/.exec(xml)![0];

  test.each<[string, (signed: string, plain: string) => string]>([
    ['behind a forged one', (signed, plain) => signed.replace('<saml:Assertion', `${forged(plain)}<saml:Assertion`)],
    [
      'before a forged one',
      (signed, plain) => signed.replace('</samlp:Response>', `${forged(plain)}</samlp:Response>`),
    ],
    [
      'inside of the signature of a forged one',
      (signed, plain) => {
        const hidden = signatureOf(signed).replace(
          '</Signature>',
          `<Object>${signedPart(signed).replace(signatureOf(signed), '')}</Object></Signature>`,
        );
        return signed.replace(signedPart(signed), forged(plain).replace('</saml:Issuer>', `</saml:Issuer>${hidden}`));
      },
    ],
    [
      'inside of a forged one',
      (signed, plain) =>
        signed.replace(
          signedPart(signed),
          forged(plain).replace('</saml:Assertion>', `${signedPart(signed)}</saml:Assertion>`),
        ),
    ],
    [
      'in an extension before a forged one',
      (signed, plain) =>
        signed.replace(
          signedPart(signed),
          `<samlp:Extensions>${signedPart(signed)}</samlp:Extensions>${forged(plain)}`,
        ),
    ],
    [
      'whose name a forged one shares',
      (signed, plain) =>
        signed.replace(
          '<saml:Assertion',
          `${forged(plain).replace('_forged', /<saml:Assertion ID="([^"]+)"/.exec(signed)![1]!)}<saml:Assertion`,
        ),
    ],
    ['dressed as another kind of thing', (signed) => signed.replaceAll('saml:Assertion', 'saml:Assertion2')],
    ['inside of what is no response', (signed) => signed.replaceAll('samlp:Response', 'samlp:LogoutResponse')],
    ['with a document type', (signed) => `<!DOCTYPE r [<!ENTITY who "globex-bob">]>${signed}`],
    [
      'beside an encrypted one',
      (signed) => signed.replace('<saml:Assertion', '<saml:EncryptedAssertion/><saml:Assertion'),
    ],
    ['twice signed', (signed) => signed.replace(signatureOf(signed), signatureOf(signed) + signatureOf(signed))],
  ])('%s', async (_, wrap) => {
    const { xml, say } = await gone(services.browser());
    const signed = await signSamlResponse(xml);
    const wrapped = wrap(signed, xml);
    expect(wrapped).not.toBe(signed);
    expect(await say(wrapped)).toMatchObject(failed);
  });

  test('that is longer than any', async () => {
    const { xml, say } = await gone(services.browser());
    const long = xml.replace(
      '<saml:AttributeStatement>',
      `<saml:AttributeStatement>${'<saml:Attribute Name="x"/>'.repeat(9000)}`,
    );
    expect(await say(await signSamlResponse(long))).toMatchObject(failed);
  });

  test.each(['', 'no-base64!', encoded('<a>'), encoded('{}')])('that is none: "%s"', async (SAMLResponse) => {
    const browser = services.browser();
    const { RelayState } = await goBySaml(browser, 'globex', 'globex-bob');
    expect(await check(browser, await post({ RelayState, SAMLResponse }))).toMatchObject(failed);
  });

  test('once the person took longer than ten minutes', async () => {
    const browser = services.browser();
    const form = await goBySaml(browser, 'globex', 'globex-bob');
    services.moveClock(hours(1));
    expect(await check(browser, await post(form))).toMatchObject(expired);
  });
});

test('our own description is the same for every company, real or not', async () => {
  const of = async (slug: string) => {
    const { statusCode, body } = await services.browser().send({ method: 'GET', url: `/api/sso/${slug}/metadata` });
    return { statusCode, body: body.replaceAll(slug, '') };
  };
  expect(await of('globex')).toEqual(await of('nobody'));
  expect((await of('globex')).body).toContain('Location="http://localhost:3000/api/sso//acs"');
  expect(await of('a"b')).toMatchObject({ statusCode: 404 });
});
