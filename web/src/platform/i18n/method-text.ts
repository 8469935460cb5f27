import { type ScanApp, scanApps } from '@foyer/contract/apps/scan-apps';
import type { SignInMethod } from '@foyer/contract/sign-in-methods';
import type { TextKey } from '@foyer/contract/texts/page-texts';
import type { Translate } from './texts.ts';

const isScanApp = (method: SignInMethod): method is ScanApp => (scanApps as SignInMethod[]).includes(method);

interface MethodOf {
  way: SignInMethod;
  'chooser.method': Exclude<SignInMethod, 'register' | 'phone'>;
}
/** What a way to sign in is called in this place. */
export const methodText = <Place extends keyof MethodOf>(t: Translate, place: Place, method: MethodOf[Place]) =>
  isScanApp(method) ? t(`${place}.app`, { app: t(`qr.switch.${method}`) }) : t(`${place}.${method}` as TextKey);
