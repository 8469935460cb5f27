import type { ScanApp } from '../people.ts';
import { alipaySandbox } from './alipay/alipay-sandbox.ts';
import { dingtalkSandbox } from './dingtalk/dingtalk-sandbox.ts';
import { feishuSandbox } from './feishu/feishu-sandbox.ts';
import type { AppSurroundings, SandboxApp } from './sandbox-app.ts';
import { wechatSandbox } from './wechat/wechat-sandbox.ts';

/** The offered ones of these apps. Adding one: docs/flows/qr-login.md. */
export function createSandboxApps(surroundings: AppSurroundings, offered: readonly string[]) {
  const apps = {
    wechat: wechatSandbox(surroundings),
    alipay: alipaySandbox(surroundings),
    dingtalk: dingtalkSandbox(surroundings),
    feishu: feishuSandbox(surroundings),
  } satisfies Record<ScanApp, SandboxApp>;
  return Object.fromEntries(Object.entries(apps).filter(([name]) => offered.includes(name))) as typeof apps;
}

export type SandboxApps = ReturnType<typeof createSandboxApps>;

export const appsIn = (apps: SandboxApps) => Object.entries(apps) as [ScanApp, SandboxApp][];

/** The service's configuration for each app. */
export function accessOf(apps: SandboxApps, base: string, pagesUrl: string) {
  const access = appsIn(apps).map(([name, app]) => [name, app.access(`${base}/${name}`, `${pagesUrl}/${name}`)]);
  return Object.fromEntries(access) as { [App in ScanApp]: ReturnType<SandboxApps[App]['access']> };
}
