import { devices } from '@playwright/test';

const { userAgent, isMobile, hasTouch } = devices['Pixel 7'];

/** Options for `test.use`, one for each width that the page is designed for. */
export const widths = {
  desktop: { viewport: { width: 1440, height: 900 } },
  narrow: { viewport: { width: 1180, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, userAgent, isMobile, hasTouch },
} as const;

/** Each language at one width: covers every text and every layout without running all pairs. */
export const languageWidths = [
  { language: 'zh-CN', width: 'desktop' },
  { language: 'en-US', width: 'phone' },
] as const;
