import { factsOf, scanApps } from '@foyer/contract/apps/scan-apps';
import { longest } from '@foyer/contract/limits';
import { first as texts } from '@foyer/contract/texts/en-US/first';

/** The order matters: most browsers also name the ones below in their user agent. */
const browsers: [RegExp, string][] = [
  [/wxwork\//i, 'WeCom'],
  ...scanApps.map((app): [RegExp, string] => [factsOf[app].userAgent, texts[`qr.switch.${app}`]]),
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/HuaweiBrowser\//, 'Huawei Browser'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\/|Chromium\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

const systems: [RegExp, string][] = [
  [/HarmonyOS|OpenHarmony/, 'HarmonyOS'],
  [/Windows/, 'Windows'],
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

/** For example `Chrome · Windows`; empty if nothing is recognised. */
export function deviceLabel(userAgent: string): string {
  const text = userAgent.slice(0, longest.userAgent);
  const first = (table: [RegExp, string][]) => table.find(([pattern]) => pattern.test(text))?.[1];
  return [first(browsers), first(systems)].filter(Boolean).join(' · ');
}
