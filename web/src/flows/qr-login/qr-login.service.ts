import type { DataOf, CallResult } from '@foyer/contract/call';
import type { ScanApp } from '@foyer/contract/pages/page-config';
import { pollAlipayScan, pollDingtalkScan, pollWechatScan, requestQr } from '@foyer/contract/flows/qr-login';
import { resultCodes } from '@foyer/contract/result-codes';
import { fingerprint } from '../../platform/browser/fingerprint.ts';
import { failureOf } from '../../platform/i18n/failure.ts';
import type { PageContext } from '../../platform/page-context.ts';
import type { Answer, QrCode, QrService, Question } from './qr-login.machine.ts';

const thirdparties = {
  wechat: 'WECHAT_OFFICIAL_ACCOUNT',
  alipay: 'ALIPAY_MINI',
  dingtalk: 'DING_TALK_EXTERNAL',
} as const;

export const qrService = ({ api, params }: Pick<PageContext, 'api' | 'params'>): QrService => ({
  async request(app, replaces, signal) {
    const redirectUrl = params.redirects[0];
    const ask = {
      thirdparty: thirdparties[app],
      fingerprint: await fingerprint(),
      ...(replaces && { replaces }),
      ...(redirectUrl && { redirectUrl }),
    };
    const reply = await api(requestQr, ask, { signal });
    if (reply.is === 'refused' && reply.message) return { is: 'notLoaded', why: { message: reply.message } };
    if (reply.is !== 'done' || !reply.data.url) return { is: 'notLoaded', why: 'notLoaded' };
    return { is: 'loaded', code: codeOf(app, reply.data) };
  },

  async ask(question, signal) {
    if ('preLoginId' in question)
      return answerOf(question, await api(pollDingtalkScan, { preLoginId: question.preLoginId }, { signal }));
    switch (question.app) {
      case 'wechat': {
        const { sceneId, loginId } = question;
        const ask = { sceneId, loginId, fingerprint: await fingerprint() };
        return answerOf(question, await api(pollWechatScan, ask, { signal }));
      }
      case 'alipay': {
        const ask = { loginId: question.loginId, fingerprint: await fingerprint() };
        return answerOf(question, await api(pollAlipayScan, ask, { signal }));
      }
    }
  },
});

function codeOf(app: ScanApp, { kind, url, loginId, sceneId = '' }: DataOf<typeof requestQr>): QrCode {
  const questions = { wechat: { app: 'wechat', sceneId, loginId }, alipay: { app: 'alipay', loginId } } as const;
  return { kind, url, loginId, question: app === 'dingtalk' ? undefined : questions[app] };
}

type ScanReply =
  | CallResult<typeof pollWechatScan>
  | CallResult<typeof pollAlipayScan>
  | CallResult<typeof pollDingtalkScan>;

/** The catalogue: what each answer of the service means to whoever waits before the code. */
function answerOf(question: Question, reply: ScanReply): Answer {
  const { app } = question;
  const loginId = 'loginId' in question ? question.loginId : undefined;
  switch (reply.is) {
    case 'done': {
      const { data } = reply;
      if (!('scanCode' in data)) return { is: 'ended', outcome: { is: 'signedIn', ...data } };
      const { userInfoContextId, principal } = data;
      return { is: 'ended', outcome: { is: 'needsMobile', app, loginId, userInfoContextId, principal } };
    }
    case 'pending':
      return { is: 'pending', scanned: reply.data?.scanned ?? false };
    case 'authorisationExpired':
      return { is: 'over' };
    case 'needsMobile':
      return { is: 'ended', outcome: { is: 'needsMobile', app, loginId, ...reply.data } };
    case 'mobileAlreadyBound':
      return { is: 'ended', outcome: { is: 'mobileAlreadyBound', app, ...reply.data } };
    case 'needsIdentityCheck':
      return { is: 'ended', outcome: { is: 'needsIdentityCheck', ...reply.data } };
    case 'mainlandMobileOnly':
      return { is: 'stopped', why: 'mainlandOnly' };
    case 'noAnswer':
      return { is: 'missed' };
    case 'refused':
      // Whoever had no time to look has said nothing about the code.
      return reply.code === resultCodes.busy ? { is: 'missed' } : { is: 'stopped', why: failureOf(reply) };
    case 'scanDeclined':
      // There is no code that a new one could take the place of.
      return { is: 'stopped', why: 'preLoginId' in question ? 'denied' : failureOf(reply) };
    case 'accountDisabled':
    case 'scanFromElsewhere':
      return { is: 'stopped', why: failureOf(reply) };
  }
}
