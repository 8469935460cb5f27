import { generateKeyPairSync } from 'node:crypto';
import { resultCodes } from '@foyer/contract/result-codes';
import { hours, minutes } from '@foyer/contract/time';
import { companies } from '@foyer/sandbox/sso/companies';
import { type SamlResponseFields, signSamlResponse, unsignedSamlResponse } from '@foyer/sandbox/sso/saml-response';
import { describe, expect, test } from 'vitest';
import { ssoHelpers } from '../../../test/support/flows/test-company.ts';
import { testAppForFile } from '../../../test/support/test-app.ts';

const services = await testAppForFile({ sandbox: true });
const { findCompany, startSaml, postSaml, check } = ssoHelpers(services);
type Browser = ReturnType<typeof services.browser>;

const failed = { code: resultCodes.ssoFailed };
const expired = { code: resultCodes.ssoExpired };
const [bob, dan] = companies.find(({ slug }) => slug === 'globex')!.people;
const encoded = (xml: string) => Buffer.from(xml).toString('base64');

/** Starts a sign-in at Globex; returns the assertion about Dan, which a test can change, and a way to post it. */
async function gone(browser: Browser, changes: Partial<SamlResponseFields> = {}) {
  const { RelayState, SAMLResponse } = await startSaml(browser, 'globex', 'globex-dan');
  const inResponseTo = /InResponseTo="([^"]+)"/.exec(Buffer.from(SAMLResponse, 'base64').toString())![1]!;
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
  const say = async (answer: string) => check(browser, await postSaml({ RelayState, SAMLResponse: encoded(answer) }));
  return { xml, say, inResponseTo };
}

describe('a SAML sign-in', () => {
  test('of a linked identity still needs the second factor of the account [SO-05]', async () => {
    const browser = services.browser();
    const accessCode = await postSaml(await startSaml(browser, 'globex', 'globex-bob'));
    expect(await check(browser, accessCode)).toMatchObject({
      code: 0,
      data: { loginStatus: true, loginDoubleCheck: true, preServiceId: expect.any(String) },
    });
  });

  test('of an unknown identity must be linked, without e-mail of an unproven domain [SO-08] [AC-37]', async () => {
    const browser = services.browser();
    const { xml, say } = await gone(browser, { person: { ...bob!, id: 'another-person' } });
    const { data } = await say(await signSamlResponse(xml));
    expect(data).toEqual({ loginStatus: false, company: 'Globex', loginMobile: '138****8001' });
  });

  test.each([
    ['in its own domain', 'dan@globex.example', true],
    ['in another domain not', 'alice@example.com', false],
    ['in a similar domain not', 'dan@evil-globex.example', false],
  ])('accepts an e-mail address %s [AC-37]', async (_, email, taken) => {
    const store = services.stores.companies;
    const globex = await store.find('globex');
    await store.put({ ...globex!, mailDomains: ['globex.example'] });
    const { xml, say } = await gone(services.browser(), { person: { ...dan!, email } });
    const { data } = await say(await signSamlResponse(xml));
    await store.put(globex!);
    expect('loginEmail' in data).toBe(taken);
  });

  test('is accepted when the response is signed instead of the assertion', async () => {
    const { xml, say } = await gone(services.browser());
    expect(await say(await signSamlResponse(xml, { part: 'Response' }))).toMatchObject({ code: 0 });
  });

  test('is refused in a browser that did not start it [AC-11]', async () => {
    const [thief, victim] = [services.browser(), services.browser()];
    await findCompany(victim, 'acme');
    const accessCode = await postSaml(await startSaml(thief, 'globex', 'globex-bob'));
    expect(await check(victim, accessCode)).toMatchObject(expired);
    expect(victim.jar.has('foyer_session')).toBe(false);
  });

  test('is refused when the identity provider starts it', async () => {
    const browser = services.browser();
    const { SAMLResponse } = await startSaml(browser, 'globex', 'globex-bob');
    expect(await check(browser, await postSaml({ SAMLResponse }))).toMatchObject(expired);
    expect(await check(browser, await postSaml({ SAMLResponse, RelayState: 'https://evil.test/' }))).toMatchObject(
      expired,
    );
  });

  test('accepts an assertion once, also for another request [AC-38]', async () => {
    const browser = services.browser();
    const form = await startSaml(browser, 'globex', 'globex-bob');
    expect(await check(browser, await postSaml(form))).toMatchObject({ code: 0 });
    expect(await check(browser, await postSaml(form))).toMatchObject(expired);
    const next = await startSaml(browser, 'globex', 'globex-bob');
    const replayed = { ...next, SAMLResponse: form.SAMLResponse };
    expect(await check(browser, await postSaml(replayed))).toMatchObject(failed);
  });

  test('refuses the same assertion in response to a second request', async () => {
    const [first, second] = [await gone(services.browser()), await gone(services.browser())];
    const sameId = (xml: string) => xml.replace(/<saml:Assertion ID="[^"]+"/, '<saml:Assertion ID="_the-same"');
    expect(await first.say(await signSamlResponse(sameId(first.xml)))).toMatchObject({ code: 0 });
    expect(await second.say(await signSamlResponse(sameId(second.xml)))).toMatchObject(failed);
  });
});

describe('a SAML response is refused', () => {
  const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({
    type: 'pkcs8',
    format: 'pem',
  });

  test('when it is unsigned', async () => {
    const { xml, say } = await gone(services.browser());
    expect(await say(xml)).toMatchObject(failed);
  });

  test.each(['', ' ', 'hello'])('when it is unreadable: "%s"', async (nothing) => {
    const { say } = await gone(services.browser());
    expect(await say(nothing)).toMatchObject(failed);
  });

  test('signed with another key', async () => {
    const { xml, say } = await gone(services.browser());
    expect(await say(await signSamlResponse(xml, { key: foreign.toString() }))).toMatchObject(failed);
  });

  test.each([
    ['another name', (xml: string) => xml.replace('>globex-dan<', '>globex-bob<')],
    ['another name, cut by a comment', (xml: string) => xml.replace('>globex-dan<', '>globex-<!-- -->dan<')],
    ['another number', (xml: string) => xml.replace('13800138003', '13800138001')],
    ['no signature value', (xml: string) => xml.replace(/<SignatureValue>[^<]+/, '<SignatureValue>')],
  ])('when it was changed after signing: %s', async (_, change) => {
    const { xml, say } = await gone(services.browser());
    const signed = await signSamlResponse(xml);
    expect(change(signed)).not.toBe(signed);
    expect(await say(change(signed))).toMatchObject(failed);
  });

  test.each<[string, Partial<SamlResponseFields> | ((xml: string) => string)]>([
    ['of another provider', { issuer: 'https://login.evil.test' }],
    ['for another service', { audience: 'https://other.example/metadata' }],
    [
      'for another URL of ours',
      (xml) =>
        xml.replace(
          'Recipient="http://localhost:3000/api/sso/globex/acs"',
          'Recipient="http://localhost:3000/api/sso/acme/acs"',
        ),
    ],
    [
      'sent to another URL',
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
    ['without a subject', (xml) => xml.replace('>globex-dan<', '><')],
    ['for everybody', (xml) => xml.replace(/<saml:AudienceRestriction>.*<\/saml:AudienceRestriction>/, '')],
    ['for a holder of a key', (xml) => xml.replace('cm:bearer', 'cm:holder-of-key')],
    ['without an end', (xml) => xml.replaceAll(/ NotOnOrAfter="[^"]+"/g, '')],
    ['with an end that is no time', (xml) => xml.replaceAll(/ NotOnOrAfter="[^"]+"/g, ' NotOnOrAfter="never"')],
    [
      'of a session that is over',
      (xml) => xml.replace(/SessionNotOnOrAfter="[^"]+"/, 'SessionNotOnOrAfter="2020-01-01T00:00:00Z"'),
    ],
  ])('although it is validly signed: %s', async (_, change) => {
    const { xml, say } = await gone(services.browser(), typeof change === 'function' ? {} : change);
    const said = typeof change === 'function' ? change(xml) : xml;
    if (typeof change === 'function') expect(said).not.toBe(xml);
    expect(await say(await signSamlResponse(said))).toMatchObject(failed);
  });

  test('too late or too early, with one minute of clock skew allowed', async () => {
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

describe('a signed assertion is refused', () => {
  /** A second assertion, about Bob, forged by an attacker who has a signed one. */
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

  test('when it is too long', async () => {
    const { xml, say } = await gone(services.browser());
    const long = xml.replace(
      '<saml:AttributeStatement>',
      `<saml:AttributeStatement>${'<saml:Attribute Name="x"/>'.repeat(9000)}`,
    );
    expect(await say(await signSamlResponse(long))).toMatchObject(failed);
  });

  test.each(['', 'no-base64!', encoded('<a>'), encoded('{}')])('that is invalid: "%s"', async (SAMLResponse) => {
    const browser = services.browser();
    const { RelayState } = await startSaml(browser, 'globex', 'globex-bob');
    expect(await check(browser, await postSaml({ RelayState, SAMLResponse }))).toMatchObject(failed);
  });

  test('when more than ten minutes have passed', async () => {
    const browser = services.browser();
    const form = await startSaml(browser, 'globex', 'globex-bob');
    services.moveClock(hours(1));
    expect(await check(browser, await postSaml(form))).toMatchObject(expired);
  });
});

test('our metadata is the same for every company, existing or not', async () => {
  const of = async (slug: string) => {
    const { statusCode, body } = await services.browser().send({ method: 'GET', url: `/api/sso/${slug}/metadata` });
    return { statusCode, body: body.replaceAll(slug, '') };
  };
  expect(await of('globex')).toEqual(await of('unknown'));
  expect((await of('globex')).body).toContain('Location="http://localhost:3000/api/sso//acs"');
  expect(await of('a"b')).toMatchObject({ statusCode: 404 });
});
