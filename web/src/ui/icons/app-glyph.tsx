import type { ScanApp } from '@foyer/contract/pages/page-config';
import { Glyph } from './glyph.tsx';

/** Generic shapes in the colours that people know the apps by. */
const glyphs: Record<ScanApp, { colour: string; shape?: string; line?: string }> = {
  wechat: {
    colour: 'var(--wechat)',
    shape:
      'M12 6c3.9 0 7 2.4 7 5.5S15.9 17 12 17c-.7 0-1.4-.1-2-.2L7 18.5l.6-2.7C6 14.8 5 13.3 5 11.5 5 8.4 8.1 6 12 6Z',
  },
  dingtalk: { colour: 'var(--dingtalk)', shape: 'M12.8 4.5 6.5 13h4l-1.3 6.5L17 10.5h-4.3Z' },
  feishu: { colour: 'var(--accent)', shape: 'M5 8l14-3-5 14-3-7Z' },
  alipay: { colour: 'var(--alipay)', line: 'M7.5 6l4.5 6 4.5-6M12 12v6.5M8 12.5h8M8 15.5h8' },
};

export const AppGlyph = ({ app, size = 24 }: { app: ScanApp; size?: number }) => <Glyph {...glyphs[app]} size={size} />;
