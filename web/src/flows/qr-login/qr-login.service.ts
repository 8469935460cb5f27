import { type DrawnApp, isDrawn, pollScanOf, pollsByScene } from '@foyer/contract/apps/app-calls';
import { factsOf } from '@foyer/contract/apps/scan-apps';
import type { CallOptions } from '@foyer/contract/api-client';
import type { DataOf, CallResult } from '@foyer/contract/call';
import type { ScanApp } from '@foyer/contract/pages/page-config';
import { pollReturnedScan, requestQr } from '@foyer/contract/flows/qr-login';
import { readUrl } from '@foyer/contract/rules/read-url';
import { resultCodes, scanCodesThatBind } from '@foyer/contract/result-codes';
import { fingerprint } from '../../platform/browser/fingerprint.ts';
import { failureOf } from '../../platform/i18n/failure.ts';
import type { PageContext } from '../../platform/page-context.ts';
import { earlyRequests } from '../../platform/early.ts';
import { redirectParam } from '../../platform/api/redirect-param.ts';
import { isImageUrl } from './image-url.ts';
import type { EarlyCode, PollResult, PollTarget, QrCode, QrService } from './qr-login.machine.ts';

interface QrLoginService extends QrService {
  /** What the document has asked for. Undefined where it has not, or the answer has no QR code. */
  takeEarly(): Promise<EarlyCode | undefined>;
}

type Answer = ReturnType<QrService['request']>;

const bindCodes: readonly number[] = scanCodesThatBind;

export function qrService({ api, params }: Pick<PageContext, 'api' | 'params'>): QrLoginService {
  let early: { app: ScanApp; answer: Answer } | undefined;

  async function ask(app: ScanApp, replaces: string | undefined, options: CallOptions): Answer {
    const request = {
      thirdparty: factsOf[app].thirdparty,
      fingerprint: await fingerprint(),
      ...(replaces && { replaces }),
      ...redirectParam(params),
    };
    const reply = await api(requestQr, request, options);
    if (reply.is === 'refused' && reply.message) return { is: 'notLoaded', failure: { message: reply.message } };
    if (reply.is !== 'done' || !reply.data.url) return { is: 'notLoaded', failure: 'notLoaded' };
    return { is: 'loaded', qrCode: qrCodeOf(app, reply.data) };
  }

  return {
    async takeEarly() {
      const requests = earlyRequests();
      const { shown } = requests ?? {};
      if (!requests || !shown) return undefined;
      // A QR code belongs to one flow: the next one asks for its own.
      delete requests.shown;
      const { app } = shown;
      const answer = ask(app, undefined, { sent: shown.response.then((response) => response.clone()) });
      early = { app, answer };
      const reply = await answer;
      if (reply.is !== 'loaded') return undefined;
      return { app, qrCode: reply.qrCode, loadedAt: shown.answeredAt ?? Date.now() };
    },

    request(app, replaces, signal) {
      const sent = early;
      early = undefined;
      return sent?.app === app && !replaces ? sent.answer : ask(app, replaces, { signal });
    },

    async poll(target, signal) {
      if ('preLoginId' in target)
        return resultOf(target, await api(pollReturnedScan, { preLoginId: target.preLoginId }, { signal }));
      const { app, ...scan } = target;
      return resultOf(target, await api(pollScanOf[app], { ...scan, fingerprint: await fingerprint() }, { signal }));
    },
  };
}

/** A back end that is not ours may send the URL alone: then kind and identifiers are derived from it. */
function qrCodeOf(app: ScanApp, { url, ...rest }: DataOf<typeof requestQr>): QrCode {
  const inUrl = (name: string) => readUrl(url)?.searchParams.get(name) ?? '';
  const { kind = kindOf(app, url), loginId = inUrl('loginId'), sceneId = inUrl('sceneId') } = rest;
  const pollTarget = isDrawn(app) ? { app, loginId, ...(pollsByScene(app) && { sceneId }) } : undefined;
  return { kind, url, loginId, pollTarget };
}

function kindOf(app: ScanApp, url: string) {
  if (factsOf[app].frame) return 'frame';
  return isImageUrl(url) ? 'image' : 'content';
}

type PollReply =
  | { [App in DrawnApp]: CallResult<(typeof pollScanOf)[App]> }[DrawnApp]
  | CallResult<typeof pollReturnedScan>;

function resultOf(target: PollTarget, reply: PollReply): PollResult {
  const { app } = target;
  const loginId = 'loginId' in target ? target.loginId : undefined;
  switch (reply.is) {
    case 'done': {
      const { data } = reply;
      if (!('scanCode' in data) || !bindCodes.includes(data.scanCode ?? 0))
        return { is: 'finished', outcome: { is: 'signedIn', ...data } };
      const { userInfoContextId = '', principal } = data;
      return { is: 'finished', outcome: { is: 'needsMobile', app, loginId, userInfoContextId, principal } };
    }
    case 'pending':
      return { is: 'pending', scanned: reply.data?.scanned ?? false, name: reply.data?.name };
    case 'authorisationExpired':
      return { is: 'noSuchScan' };
    case 'needsMobile':
      return { is: 'finished', outcome: { is: 'needsMobile', loginId, ...reply.data, app: reply.data.app ?? app } };
    case 'mobileAlreadyBound':
      return { is: 'finished', outcome: { is: 'mobileAlreadyBound', ...reply.data, app: reply.data.app ?? app } };
    case 'needsIdentityCheck':
      return { is: 'finished', outcome: { is: 'needsIdentityCheck', ...reply.data } };
    case 'mainlandMobileOnly':
      return { is: 'failed', failure: 'mainlandOnly' };
    case 'noResponse':
      return { is: 'noResponse' };
    case 'refused':
      // A busy service has not read the scan: poll again.
      return reply.code === resultCodes.busy ? { is: 'noResponse' } : { is: 'failed', failure: failureOf(reply) };
    case 'scanDeclined':
      return { is: 'failed', failure: 'declined' };
    case 'accountDisabled':
    case 'identityCheckClosed':
    case 'secondFactorUnavailable':
    case 'scanFromOtherCountry':
      return { is: 'failed', failure: failureOf(reply) };
  }
}
