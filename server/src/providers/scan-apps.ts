import type { AlipayAccess, DingtalkAccess, WechatAccess } from '../config/provider-access.ts';
import type { Config } from '../config/config.ts';
import type { Random } from '../platform/random.ts';
import type { Clock } from '../platform/clock.ts';
import { createAlipay } from './alipay/alipay.ts';
import { type Dingtalk, createDingtalk } from './dingtalk/dingtalk.ts';
import { type Wechat, createWechat } from './wechat/wechat.ts';

/** The apps that people can scan with; one that is not configured is not offered. */
export interface ScanApps {
  wechat: Wechat | undefined;
  alipay: ReturnType<typeof createAlipay> | undefined;
  dingtalk: Dingtalk | undefined;
}

/** Where they are instead, where there is a sandbox. */
export interface SandboxScanApps {
  wechat: WechatAccess;
  alipay: AlipayAccess;
  dingtalk: DingtalkAccess;
}

export function createScanApps({ scan }: Config, clock: Clock, chance: Random, outside?: SandboxScanApps): ScanApps {
  const { timeout } = scan;
  const wechat = scan.wechat === 'sandbox' ? outside?.wechat : scan.wechat;
  const alipay = scan.alipay === 'sandbox' ? outside?.alipay : scan.alipay;
  const dingtalk = scan.dingtalk === 'sandbox' ? outside?.dingtalk : scan.dingtalk;
  return {
    wechat: wechat && createWechat(wechat, clock, chance, timeout),
    alipay: alipay && createAlipay(alipay, clock, timeout),
    dingtalk: dingtalk && createDingtalk(dingtalk, timeout),
  };
}
