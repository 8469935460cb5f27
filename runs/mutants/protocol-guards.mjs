/** @import { Guard } from './guards.mjs' */

const flows = 'server/src/flows';

/**
 * What browsers, companies, applications and providers send.
 * @type {readonly Guard[]}
 */
export const protocolGuards = [
  {
    name: 'a SAML assertion is for us',
    file: 'server/src/providers/sso/saml-assertion.ts',
    guard: "if (restrictions.length === 0 || !restrictions.every(isForUs)) return 'audience';",
    without: '',
    testFile: 'server/src/providers/sso/saml-assertion.test.ts',
    test: 'is for another audience',
  },
  {
    name: 'a SAML signature covers the element that is read',
    file: 'server/src/providers/sso/saml-response.ts',
    guard: "if (id === undefined || valueOf(reference, 'URI') !== `#${id}`) return false;",
    without: '',
    testFile: 'server/src/providers/sso/saml-response.test.ts',
    test: 'has a signature of another element',
  },
  {
    name: 'a foreign URL of a company is fetched from public IP addresses only',
    file: 'server/src/providers/http/safe-fetch.ts',
    guard: "if (isIP(host) && !isPublicIp(host)) throw new SafeFetchError('NOT_PUBLIC');",
    without: '',
    testFile: 'server/src/providers/http/safe-fetch.test.ts',
    test: 'does not request',
  },
  {
    name: 'a redirect leads to an allowed origin',
    file: 'contract/src/rules/redirect-rules.ts',
    guard: 'return isSecure(url) && allowed.includes(url.origin) ? url.href : undefined;',
    without: 'return isSecure(url) ? url.href : undefined;',
    testFile: 'contract/src/rules/redirect-rules.test.ts',
    test: 'is refused [AC-07]',
  },
  {
    name: 'a request of another site changes nothing',
    file: 'server/src/http/guards.ts',
    guard: 'request.routeOptions.config.allowCrossSite || !isCrossSite(request))',
    without: 'true)',
    testFile: 'server/src/http/guards.test.ts',
    test: 'is refused with',
  },
  {
    name: 'an authorization code is redeemed once',
    file: 'server/src/parts/oidc/adapter.ts',
    guard: 'if (await oidcRecords.consume(model, id)) return;',
    without: 'await oidcRecords.consume(model, id); return;',
    testFile: `${flows}/oidc-provider/tokens.test.ts`,
    test: 'gives tokens to one of many simultaneous requests, and these end',
  },
  {
    name: 'a document is for the signer that it names',
    file: 'server/src/parts/oidc/missing-proof.ts',
    guard: 'return signer === undefined || account[signer.kind] === signer.value;',
    without: 'return true;',
    testFile: `${flows}/oidc-provider/document.test.ts`,
    test: 'refuses another person who is signed in, says so, and lets the signer sign in',
  },
  {
    name: 'a SAML assertion answers our request',
    file: 'server/src/providers/sso/saml-assertion.ts',
    guard: "if (!subject || !data) return 'inResponseTo';",
    without:
      'if (!subject) return "subject"; if (!data) return { person: { subject: "" }, assertion: id, until: now };',
    testFile: 'server/src/providers/sso/saml-assertion.test.ts',
    test: 'is for another request',
  },
  {
    name: 'a SAML assertion was sent to us',
    file: 'server/src/providers/sso/saml-assertion.ts',
    guard: "if (valueOf(data, 'Recipient') !== acs) return 'recipient';",
    without: '',
    testFile: 'server/src/providers/sso/saml-assertion.test.ts',
    test: 'is for another recipient',
  },
  {
    name: 'a SAML response has one assertion',
    file: 'server/src/providers/sso/saml-response.ts',
    guard: "if (!assertion || assertions.length > 1 || assertion.parentNode !== root) return 'assertions';",
    without: "if (!assertion) return 'assertions';",
    testFile: 'server/src/providers/sso/saml-response.test.ts',
    test: 'has two assertions',
  },
  {
    name: 'a foreign URL of a company is fetched by https only',
    file: 'server/src/providers/http/safe-fetch.ts',
    guard: "if (url.protocol !== 'https:') throw new SafeFetchError('NOT_HTTPS');",
    without: '',
    testFile: 'server/src/providers/http/safe-fetch.test.ts',
    test: 'does not request',
  },
  {
    name: 'a redirect has no characters that browsers remove',
    file: 'contract/src/rules/redirect-rules.ts',
    guard: 'if (/[\\p{Cc}\\s\\\\]/u.test(redirect)) return undefined;',
    without: '',
    testFile: 'contract/src/rules/redirect-rules.test.ts',
    test: 'is refused [AC-07]',
  },
  {
    name: 'a redirect has no user name and no password',
    file: 'contract/src/rules/redirect-rules.ts',
    guard: 'return url?.username || url?.password ? undefined : url;',
    without: 'return url;',
    testFile: 'contract/src/rules/redirect-rules.test.ts',
    test: 'is refused [AC-07]',
  },
  {
    name: 'a message of WeChat is signed',
    file: 'server/src/providers/wechat/wechat-crypto.ts',
    guard: 'return isEqualInConstantTime(signature, wechatSignature(...parts));',
    without: 'return true;',
    testFile: 'server/src/providers/wechat/wechat-push.test.ts',
    test: 'is refused if signed with another token',
  },
  {
    name: 'an answer of Alipay is signed',
    file: 'server/src/providers/alipay/alipay-signature.ts',
    guard: "verify(algorithm, Buffer.from(content), key, Buffer.from(signature, 'base64'));",
    without: 'true;',
    testFile: 'server/src/providers/alipay/alipay.test.ts',
    test: 'is refused',
  },
  {
    name: 'applications get the number and address that the account has now',
    file: `${flows}/forward-auth/identity-headers.ts`,
    guard: 'before.email === after.email &&\n    before.mobile === after.mobile &&',
    without: '',
    testFile: `${flows}/forward-auth/identity-headers.test.ts`,
    test: 'follows a change of the account at once',
  },
];
