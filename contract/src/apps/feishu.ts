import { minutes } from '../time.ts';
import type { ScanAppFacts } from './scan-app-facts.ts';

/** Feishu, which is Lark outside China: its own page shows the QR code. */
export const feishu = {
  thirdparty: 'FEISHU',
  userAgent: /Lark\//i,
  frame: { reloadInterval: minutes(3) },
} as const satisfies ScanAppFacts;
