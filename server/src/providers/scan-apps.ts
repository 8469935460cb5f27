import type { Dingtalk } from './dingtalk.ts';
import type { ScanPerson, Told } from './scan-person.ts';
import type { Wechat } from './wechat.ts';

/** The apps that people can scan with; one that is not configured is not offered. */
export interface ScanApps {
  wechat: Wechat | undefined;
  alipay: Alipay | undefined;
  dingtalk: Dingtalk | undefined;
}

interface Alipay {
  link(scene: string): string;
  identify(authCode: string): Promise<Told<{ person: ScanPerson }>>;
  readPhone(payload: string): { is: 'mobile'; mobile: string } | { is: 'notMainland' } | { is: 'refused'; why: string };
}

export function openScanApps(): ScanApps {
  return { wechat: undefined, alipay: undefined, dingtalk: undefined };
}
