import { requestOf } from '@foyer/contract/api-client';
import { type Call, type Envelope, envelope, readEnvelope, resultNameOf } from '@foyer/contract/call';
import { commitPassword } from '@foyer/contract/flows/password-login';
import { logOut } from '@foyer/contract/flows/session';
import { accessCodeHeader, tokenHeader, tokenWayHeader } from '@foyer/contract/flows/sso-headers';
import { languageHeader } from '@foyer/contract/language';
import { apiCall } from '@foyer/contract/limits';
import type { ExportedConfig } from '@foyer/contract/pages/page-config';
import { resultCodes } from '@foyer/contract/result-codes';
import { seconds } from '@foyer/contract/time';
import * as v from 'valibot';
import { sha256Hex } from '../../platform/sha256.ts';
import { errorCode } from '../../providers/provider-result.ts';
import { type Probe, loginParams, probesFor } from './back-end-probes.ts';

export interface BackEnd {
  /** The base of its API. */
  url: string;
  /** The origin of the page, if the API has another one. */
  page?: string | undefined;
  methods: ExportedConfig['methods'];
  productCode: string;
  /** An account for tests, which is signed in and out. */
  account?: { name: string; password: string } | undefined;
}

interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** Undefined where it is not one. */
  envelope: Envelope | undefined;
}
type Init = { method: string; headers?: Record<string, string>; body?: string };
type Result = { check: string; ok: boolean; text: string };

/** A site that no browser has opened. */
const otherSite = 'https://foyer-doctor.invalid';
const fromOtherSite = { Origin: otherSite, 'Sec-Fetch-Site': 'cross-site' };
const requestHeaders = ['Content-Type', 'event', languageHeader, accessCodeHeader, tokenWayHeader, tokenHeader];

/** Calls a back end of someone else as the page does, without sending a message or naming a person. */
export async function* examineBackEnd(backEnd: BackEnd): AsyncGenerator<Result> {
  const api = new URL(backEnd.url);
  const page = backEnd.page ?? api.origin;
  const fromPage = { Origin: page, 'Sec-Fetch-Site': page === api.origin ? 'same-origin' : 'same-site' };
  const base = api.href.replace(/\/$/, '');

  async function send(path: string, { headers, ...init }: Init): Promise<Answer> {
    const signal = AbortSignal.timeout(apiCall.timeout);
    const sent = { [languageHeader]: 'en-US', ...fromPage, ...headers };
    const response = await fetch(`${base}${path}`, { ...init, headers: sent, redirect: 'manual', signal });
    const text = await response.text();
    const parsed = v.safeParse(envelope, jsonIn(text));
    return {
      status: response.status,
      headers: response.headers,
      text,
      envelope: parsed.success ? parsed.output : undefined,
    };
  }
  const sendCall = (call: Call, request: object, headers = {}) => {
    const { path, ...init } = requestOf(call, request);
    return send(path, { ...init, headers: { ...init.headers, ...headers } });
  };
  /** Runs a check; what it returns is wrong. */
  async function check(name: string, work: () => Promise<string | undefined>, good: string): Promise<Result> {
    const wrong = await work().catch(noAnswer);
    return { check: name, ok: wrong === undefined, text: wrong ?? good };
  }

  const unreachable = await sendCall(logOut, {}).then(() => undefined, noAnswer);
  if (unreachable !== undefined) return yield { check: 'address', ok: false, text: `${base} ${unreachable}` };

  for (const probe of probesFor(backEnd.methods, backEnd.productCode)) {
    const { call, request, headers } = probe;
    const { path } = requestOf(call, request);
    let good = '';
    const result = await check(
      `${call.method} ${path.replace(/\?.*/, '')}`,
      async () => {
        const answer = await sendCall(call, request, headers);
        good = describeAnswer(answer);
        return problemOf(probe, answer);
      },
      '',
    );
    yield { ...result, text: result.text || good };
  }

  const { path: logOutPath, ...logOutInit } = requestOf(logOut, {});
  const own = await send(logOutPath, logOutInit);
  const isSame = ({ status, envelope: given }: Answer) =>
    status === own.status && given?.code === own.envelope?.code && status < 400;
  const refused = 'are refused';
  yield check(
    'other sites',
    async () => {
      const answer = await send(logOutPath, { ...logOutInit, headers: { ...logOutInit.headers, ...fromOtherSite } });
      return isSame(answer)
        ? 'a request of another site is answered as one of the page: compare Origin with that of the page'
        : undefined;
    },
    refused,
  );
  yield check(
    'forms',
    async () => {
      const answer = await send(logOutPath, { ...logOutInit, headers: { 'Content-Type': 'text/plain' } });
      return isSame(answer)
        ? 'a body that is not application/json is read, and forms of other sites send such bodies: refuse it'
        : undefined;
    },
    refused,
  );
  yield check(
    'links',
    async () => {
      const { envelope: given } = await send(logOutPath, { method: 'GET' });
      return given?.code === 0
        ? `GET ${logOutPath} is answered: take POST alone, links and pictures are GET`
        : undefined;
    },
    refused,
  );
  yield check(
    'CORS',
    () => corsProblem(send, api.origin, page),
    page === api.origin ? 'allows no other site' : `allows ${page}`,
  );

  if (!backEnd.account) return;
  const { name, password } = backEnd.account;
  const signIn = { principal: name, credentials: sha256Hex(password), loginParams, redirectUrl: `${otherSite}/` };
  const answer = await sendCall(commitPassword, signIn);
  const { code, message } = answer.envelope ?? {};
  const { data } = readSignIn(answer);
  const awaits = data['loginDoubleCheck'] ? 'a second factor' : data['needAgreement'] ? 'the agreement' : undefined;
  if (code !== 0 || awaits) {
    const why = awaits ? `needs ${awaits} first: take an account that does not` : `is refused with ${code}: ${message}`;
    return yield { check: 'sign-in', ok: false, text: why };
  }
  yield { check: 'sign-in', ok: true, text: 'the account signs in' };
  const cookies = answer.headers.getSetCookie();
  yield check('cookie', async () => cookieProblem(cookies, { page, api: api.origin }), 'is HttpOnly and SameSite');
  yield check(
    'redirect',
    async () =>
      URL.canParse(String(data['url']), page) && new URL(String(data['url']), page).origin === otherSite
        ? `${otherSite} is not on an allowlist, and the answer leads there: check redirectUrl`
        : undefined,
    'another site is not followed',
  );
  yield check(
    'sign-out',
    async () => {
      const cookie = cookies.map((set) => set.split(';', 1)[0]).join('; ');
      const out = await sendCall(logOut, {}, { cookie });
      return out.envelope?.code === 0 ? undefined : `is refused: ${describeAnswer(out)}`;
    },
    'ends it',
  );
}

const readSignIn = ({ envelope: given }: Answer) => {
  const read = readEnvelope(commitPassword, given);
  return { data: ('data' in read ? read.data : {}) as Record<string, unknown> };
};

/** What the page cannot do with an answer. */
function problemOf({ call, wrong, mayBeMissing }: Probe, { status, headers, envelope: given }: Answer) {
  if (status === 404) return mayBeMissing ? undefined : 'is missing (404)';
  if (given === undefined)
    return `answers ${status} ${headers.get('content-type') ?? ''} and not JSON with a number as code`;
  const { code, message } = given;
  const result = readEnvelope(call, given);
  if (code === 0) {
    if (result.is !== 'done') return `code 0, and ${fieldProblem(call.reads ?? call.response, given.data)}`;
    return wrong('data' in result ? result.data : undefined);
  }
  const name = resultNameOf(code);
  if (code === resultCodes.pending && !('pending' in call.refusals)) return 'code 400 is for polls alone';
  const shape = name !== undefined && name !== 'done' ? call.refusals[name] : undefined;
  if (shape && result.is === 'refused') return `code ${code} (${name}), and ${fieldProblem(shape, given.data)}`;
  if (!message && name === undefined) return `code ${code} has no message: people read "unknown error"`;
  return undefined;
}

/** The first field that is wrong or missing. */
function fieldProblem(shape: v.GenericSchema, data: unknown) {
  const [issue] = v.safeParse(shape, data).issues ?? [];
  const path = ['data', ...(issue?.path ?? []).map(({ key }) => String(key))].join('.');
  if (!issue || issue.kind === 'validation') return `${path} cannot be used`;
  if (issue.received === 'undefined') return `${path} is missing`;
  return `${path} is ${issue.received}, not ${issue.expected ?? 'as it should be'}`;
}

/** The answers to a preflight and to a request, for the page or for another site. */
async function corsProblem(send: (path: string, init: Init) => Promise<Answer>, api: string, page: string) {
  const { path } = requestOf(commitPassword, { principal: '', credentials: '', loginParams });
  const ask = { 'Access-Control-Request-Method': 'POST', 'Access-Control-Request-Headers': requestHeaders.join() };
  const preflight = (headers: Record<string, string>) =>
    send(path, { method: 'OPTIONS', headers: { ...ask, ...headers } }).then(({ headers: given }) => given);
  const foreign = await preflight(fromOtherSite);
  const allowed = foreign.get('access-control-allow-origin');
  if (allowed === otherSite || allowed === '*') return `any site is allowed (${allowed}): name the origin of the page`;
  if (page === api) return undefined;
  const given = await preflight({});
  const problems = [
    [given.get('access-control-allow-origin') === page, `Access-Control-Allow-Origin: ${page}`],
    [given.get('access-control-allow-credentials') === 'true', 'Access-Control-Allow-Credentials: true'],
    ...['POST', 'PUT'].map((method) => [lists(given, 'methods', method), `Access-Control-Allow-Methods: ${method}`]),
    ...requestHeaders.map((name) => [lists(given, 'headers', name), `Access-Control-Allow-Headers: ${name}`]),
  ] as const;
  const missing = problems.flatMap(([isThere, header]) => (isThere ? [] : [header]));
  return missing.length > 0 ? `a preflight lacks ${missing.join('; ')}` : undefined;
}

const lists = (headers: Headers, of: 'methods' | 'headers', name: string) =>
  (headers.get(`access-control-allow-${of}`) ?? '')
    .split(',')
    .some((item) => item.trim().toLowerCase() === name.toLowerCase());

/** What is wrong with the cookies that a sign-in has set. */
function cookieProblem(cookies: string[], { page, api }: { page: string; api: string }) {
  if (cookies.length === 0) return 'the sign-in sets none';
  const wanted = ['HttpOnly', 'SameSite', ...(api.startsWith('https:') ? ['Secure'] : [])];
  const problems = cookies.flatMap((set) => {
    const [pair = '', ...attributes] = set.split(';');
    const given = attributes.map((attribute) => attribute.trim().split('=', 1)[0]?.toLowerCase());
    const missing = wanted.filter((name) => !given.includes(name.toLowerCase()));
    const isOpen = page === api && /;\s*samesite=none/i.test(set);
    return [
      ...missing.map((name) => `${pair.split('=', 1)[0]} lacks ${name}`),
      ...(isOpen ? [`${pair.split('=', 1)[0]} has SameSite=None: take Lax`] : []),
    ];
  });
  return problems.length > 0 ? problems.join(', ') : undefined;
}

function describeAnswer({ status, envelope: given }: Answer) {
  if (!given) return status === 404 ? 'is not there; the page does without it' : `answers ${status}`;
  return given.code === 0 ? 'code 0' : `code ${given.code}${given.message ? `: ${given.message}` : ''}`;
}

const noAnswer = (error: unknown) =>
  error instanceof DOMException && error.name === 'TimeoutError'
    ? `does not answer within ${apiCall.timeout / seconds(1)} s`
    : `does not answer (${errorCode(error)})`;

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
