import { minutes } from '../time.ts';
import type { ScanAppFacts } from './scan-app-facts.ts';

/** DingTalk's own page shows the QR code. */
export const dingtalk = {
  thirdparty: 'DING_TALK_EXTERNAL',
  userAgent: /DingTalk/i,
  frame: { reloadInterval: minutes(3) },
} as const satisfies ScanAppFacts;
