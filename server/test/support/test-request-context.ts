import type { RequestContext } from '../../src/http/requests/request-context.ts';

/** A request context without HTTP; the cookies it would set are in `tokensSet`. */
export function testRequestContext(
  browser: string,
  more: Partial<RequestContext> = {},
): RequestContext & { tokensSet: string[] } {
  const tokensSet: string[] = [];
  return {
    requestId: 'r',
    language: 'en-US',
    device: 'pc',
    chatApp: undefined,
    deviceLabel: 'Chrome · Windows',
    clientIp: '203.0.113.7',
    maskedIp: '203.0.113.*',
    country: undefined,
    browserId: browser,
    ensureBrowserId: () => browser,
    onSharedComputer: false,
    trustToken: undefined,
    setTrustToken: (token) => void tokensSet.push(token),
    markRegistered: () => {},
    markSignedOut: () => {},
    takeSignedOut: () => false,
    sessionToken: undefined,
    setSession: (token) => void tokensSet.push(token),
    clearSession() {},
    clearCachedPages() {},
    setLoggedAccount() {},
    accessCode: undefined,
    withoutCookies: false,
    pageKeys: [],
    newToken: () => undefined,
    ...more,
    tokensSet,
  };
}
