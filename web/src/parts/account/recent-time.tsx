import { useState } from 'react';
import type { Language } from '@foyer/contract/language';
import { days, hours, minutes } from '@foyer/contract/time';
import { dayOf, shortTime, useTranslate } from '../../platform/i18n/texts.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { useIsHydrated } from '../../platform/use-is-hydrated.ts';

/** When something happened: how long ago within a week, then the day. The exact time appears at the pointer. */
export function RecentTime({ at }: { at: string }) {
  const t = useTranslate();
  const { language, account } = usePageContext();
  const isHydrated = useIsHydrated();
  const [shownAt] = useState(() => Date.now());
  const now = isHydrated ? shownAt : (account?.readAt ?? shownAt);
  return (
    // The service knows neither the time zone of the browser nor its way of writing.
    <time dateTime={at} title={isHydrated ? shortTime(at, language) : undefined} suppressHydrationWarning>
      {recentTime(at, language, now) ?? t('time.justNow')}
    </time>
  );
}

/** Undefined within the last minute. */
export function recentTime(at: string, language: Language, now: number): string | undefined {
  // The clocks of service and browser may differ by moments.
  const ago = Math.max(0, now - new Date(at).getTime());
  const format = (unit: Intl.RelativeTimeFormatUnit, length: number) =>
    new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(-Math.floor(ago / length), unit);
  if (ago < minutes(1)) return undefined;
  if (ago < hours(1)) return format('minute', minutes(1));
  if (ago < days(1)) return format('hour', hours(1));
  if (ago < days(7)) return format('day', days(1));
  return dayOf(at, language);
}
