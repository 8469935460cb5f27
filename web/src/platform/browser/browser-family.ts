import { chatAppOf } from '@foyer/contract/rules/device-rules';

/** The browser as far as the instructions for its settings differ. */
export function browserFamily(userAgent: string) {
  if (/Firefox|FxiOS/.test(userAgent)) return 'firefox';
  if (/Edg(e|A|iOS)?\//.test(userAgent)) return 'edge';
  if (chatAppOf(userAgent)) return 'other';
  if (/Chrome|CriOS/.test(userAgent)) return 'chrome';
  return /Safari/.test(userAgent) ? 'safari' : 'other';
}
