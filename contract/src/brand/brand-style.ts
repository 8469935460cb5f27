import type { AccentColours, BrandColours } from './brand-colours.ts';

/** What a brand replaces of the look, besides its names. */
export interface BrandLook {
  colours?: BrandColours;
  logo?: ThemedPicture;
  /** Shown where there is no banner. */
  hero?: ThemedPicture;
  /** Icons of the browser tab, the preferred one last. */
  icons?: string[];
}

/** The URLs of a picture. Without one for the dark theme, the same is shown in both. */
export interface ThemedPicture {
  light: string;
  dark?: string;
}

/** The rules that follow the tokens: the brand's colours in both themes, and which picture a theme shows. */
export function brandStyle({ colours, logo, hero }: BrandLook): string {
  const pictures = logo?.dark || hero?.dark ? pictureRules : '';
  if (!colours) return pictures;
  const [light, dark] = [declarations(colours.light), declarations(colours.dark)];
  return `:root{${light}}@media (prefers-color-scheme:dark){:root{${dark}}}:root[data-theme=light]{${light}}:root[data-theme=dark]{${dark}}${pictures}`;
}

const declarations = ({ accent, hover, text, soft }: AccentColours) =>
  `--accent:${accent};--accent-hover:${hover};--accent-text:${text};--accent-soft:${soft}`;

const hidden = '{display:none}';
const pictureRules = [
  `:root[data-theme=light] [data-theme-only=dark],:root[data-theme=dark] [data-theme-only=light]${hidden}`,
  `@media (prefers-color-scheme:light){:root:not([data-theme]) [data-theme-only=dark]${hidden}}`,
  `@media (prefers-color-scheme:dark){:root:not([data-theme]) [data-theme-only=light]${hidden}}`,
].join('');
