import type { ScanPerson, Told } from './scan-person.ts';

/** The apps that people can scan with; one that is not configured is not offered. */
export interface ScanApps {
  wechat: Wechat | undefined;
  alipay: Alipay | undefined;
  dingtalk: Dingtalk | undefined;
}

interface Wechat {
  requestQr(scene: string, livesFor: number): Promise<Told<{ url: string }>>;
  answerUrlCheck(query: Record<string, string>): string | undefined;
  readPush(
    query: Record<string, string>,
    body: string,
  ):
    | { is: 'scan'; openid: string; scene: string; once: string; reply(text: string): string }
    | { is: 'other' }
    | { is: 'refused' };
  identify(openid: string): Promise<Told<{ person: ScanPerson }>>;
}

interface Alipay {
  link(scene: string): string;
  identify(authCode: string): Promise<Told<{ person: ScanPerson }>>;
  readPhone(payload: string): { is: 'mobile'; mobile: string } | { is: 'notMainland' } | { is: 'refused'; why: string };
}

interface Dingtalk {
  origin: string;
  pageUrl(o: { state: string; redirectUri: string }): string;
  identify(code: string): Promise<Told<{ person: ScanPerson }>>;
}

export function openScanApps(): ScanApps {
  return { wechat: undefined, alipay: undefined, dingtalk: undefined };
}
