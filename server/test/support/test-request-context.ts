import type { Visitor } from '../../src/http/request-context.ts';

/** Somebody at the door without HTTP between; what they are given to keep is in `kept`. */
export function visitorOf(browser: string, more: Partial<Visitor> = {}): Visitor & { kept: string[] } {
  const kept: string[] = [];
  return {
    requestId: 'r',
    language: 'en-US',
    device: 'pc',
    chatApp: undefined,
    deviceLabel: 'Chrome · Windows',
    address: '203.0.113.7',
    addressShown: '203.0.113.*',
    country: undefined,
    browser,
    nameBrowser: () => browser,
    trustToken: undefined,
    keepTrust: (token) => void kept.push(token),
    keepRegistered: () => {},
    sessionToken: undefined,
    keepSession: (token) => void kept.push(token),
    dropSession() {},
    forgetPages() {},
    isAccount() {},
    accessCode: undefined,
    withoutCookies: false,
    newToken: () => undefined,
    ...more,
    kept,
  };
}
