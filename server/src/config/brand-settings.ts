import { optional, withDefault } from './define-setting.ts';
import * as parse from './setting-values.ts';

/** The names, colours and pictures of the product. */
export const brandSettings = {
  BRAND_ZH: withDefault('Name of the product in Chinese.', parse.text, '云章'),
  BRAND_EN: withDefault('Name of the product in English.', parse.text, 'Yunzhang'),
  BRAND_ACCENT: optional(
    'Colour of buttons, links and focus rings, such as #0b6e5f; all others follow from it. Default: the built-in blue.',
    parse.colour,
  ),
  BRAND_ACCENT_DARK: optional(
    'Colour of buttons in the dark theme, for white text on it. Default: made from BRAND_ACCENT.',
    parse.colour,
  ),
  BRAND_ACCENT_TEXT: optional('Colour of links and focus rings. Default: made from BRAND_ACCENT.', parse.colour),
  BRAND_ACCENT_TEXT_DARK: optional('The same in the dark theme. Default: made from BRAND_ACCENT.', parse.colour),
  BRAND_ASSETS: optional(
    'Folder with any of logo.svg, logo-dark.svg, favicon.svg, favicon.ico, hero.svg, hero-dark.svg. Default: the built-in pictures.',
    parse.text,
  ),
};
