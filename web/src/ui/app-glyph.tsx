import type { ScanApp } from '@foyer/contract/pages/page-config';

/** Generic shapes in the colours that people know the apps by. */
const glyphs: Record<ScanApp | 'wecom', { colour: string; fill?: string; line?: string }> = {
  wechat: {
    colour: '#0a9d4f',
    fill: 'M12 6c3.9 0 7 2.4 7 5.5S15.9 17 12 17c-.7 0-1.4-.1-2-.2L7 18.5l.6-2.7C6 14.8 5 13.3 5 11.5 5 8.4 8.1 6 12 6Z',
  },
  dingtalk: { colour: '#1473e6', fill: 'M12.8 4.5 6.5 13h4l-1.3 6.5L17 10.5h-4.3Z' },
  alipay: { colour: '#1a66ff', line: 'M7.5 6l4.5 6 4.5-6M12 12v6.5M8 12.5h8M8 15.5h8' },
  wecom: { colour: '#0b7fc2', fill: 'M6 7h9v6.5H9.5L7 15.5v-2H6z', line: 'M16.5 10H18v6.5h-1v2l-2.5-2h-4' },
};

export function AppGlyph({ app, size = 24 }: { app: ScanApp | 'wecom'; size?: number }) {
  const { colour, fill, line } = glyphs[app];
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <rect width="24" height="24" rx="6.5" fill={colour} />
      {fill && <path d={fill} fill="#fff" />}
      {line && (
        <path d={line} fill="none" stroke="#fff" strokeWidth="1.8" strokeLinecap="round" strokeLinejoin="round" />
      )}
    </svg>
  );
}
