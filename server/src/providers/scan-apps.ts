import type { AlipayAccess, DingtalkAccess, WechatAccess } from '../config/provider-access.ts';
import type { Config } from '../config/config.ts';
import type { Random } from '../platform/random.ts';
import type { Clock } from '../platform/clock.ts';
import type { Upstreams } from './http/upstreams.ts';
import { createAlipay } from './alipay/alipay.ts';
import { type Dingtalk, createDingtalk } from './dingtalk/dingtalk.ts';
import { type Wechat, createWechat } from './wechat/wechat.ts';

/** The apps for QR sign-in; undefined if not configured. */
export interface ScanApps {
  wechat: Wechat | undefined;
  alipay: ReturnType<typeof createAlipay> | undefined;
  dingtalk: Dingtalk | undefined;
}

/** The apps of the sandbox. */
export interface SandboxScanApps {
  wechat: WechatAccess;
  alipay: AlipayAccess;
  dingtalk: DingtalkAccess;
}

export function createScanApps(
  { scan }: Config,
  clock: Clock,
  random: Random,
  upstreams: Upstreams,
  sandboxApps?: SandboxScanApps,
): ScanApps {
  const { timeout } = scan;
  const wechat = scan.wechat === 'sandbox' ? sandboxApps?.wechat : scan.wechat;
  const alipay = scan.alipay === 'sandbox' ? sandboxApps?.alipay : scan.alipay;
  const dingtalk = scan.dingtalk === 'sandbox' ? sandboxApps?.dingtalk : scan.dingtalk;
  return {
    wechat: wechat && createWechat(wechat, clock, random, timeout, upstreams.fetch('wechat')),
    alipay: alipay && createAlipay(alipay, clock, timeout, upstreams.fetch('alipay')),
    dingtalk: dingtalk && createDingtalk(dingtalk, timeout, upstreams.fetch('dingtalk')),
  };
}
