import { contrast, toHex, toLch } from './colour.ts';

export const themes = ['light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** The tokens of one theme that a brand replaces. */
export interface AccentColours {
  accent: string;
  hover: string;
  /** Links and focus rings. */
  text: string;
  soft: string;
}
export type BrandColours = Record<Theme, AccentColours>;

/** What an operator chose. The rest follows from `accent`. */
export interface ChosenColours {
  accent: string;
  accentDark?: string | undefined;
  text?: string | undefined;
  textDark?: string | undefined;
}

/** What links and buttons stand on, as in the tokens of the page. */
export const surfaces: Record<Theme, Record<'bg' | 'surface' | 'sunken', string>> = {
  light: { bg: '#f5f6fa', surface: '#ffffff', sunken: '#f2f4f9' },
  dark: { bg: '#0d111c', surface: '#161c2b', sunken: '#101522' },
};
/** The text on a button. */
export const onAccent = '#ffffff';

export const neededContrast = { text: 4.5, control: 3 };
/** A little more than what is needed, as in the built-in colours. */
const buttonContrast = 4.9;

export function brandColours({ accent, accentDark, text, textDark }: ChosenColours): BrandColours {
  const dark = accentDark ?? withLightness(accent, lightnessOn(accent, onAccent, buttonContrast));
  const soft = { light: tinted(accent, 0.965, 0.02), dark: tinted(dark, 0.27, 0.045) };
  return {
    light: {
      accent,
      hover: withLightness(accent, toLch(accent).l * 0.87),
      text: text ?? readable(accent, [...Object.values(surfaces.light), soft.light], -0.01),
      soft: soft.light,
    },
    dark: {
      accent: dark,
      hover: withLightness(dark, toLch(dark).l * 0.93),
      text: textDark ?? readable(tinted(dark, 0.78, 0.12), [...Object.values(surfaces.dark), soft.dark], 0.01),
      soft: soft.dark,
    },
  };
}

export interface ContrastProblem {
  theme: Theme;
  colour: 'accent' | 'text';
  /** The other colour. */
  with: string;
  ratio: number;
  needed: number;
}

/** The pairs of colours with too little contrast, at most one for each colour. */
export function contrastProblems(colours: BrandColours): ContrastProblem[] {
  return themes.flatMap((theme) => {
    const { accent, text, soft } = colours[theme];
    const { bg, surface, sunken } = surfaces[theme];
    const worst = (colour: ContrastProblem['colour'], value: string, others: string[], needed: number) =>
      others
        .map((other): ContrastProblem => ({ theme, colour, with: other, ratio: contrast(value, other), needed }))
        .filter(({ ratio }) => ratio < needed)
        .sort((a, b) => a.ratio - b.ratio)
        .slice(0, 1);
    const accentProblems = [
      ...worst('accent', accent, [onAccent], neededContrast.text),
      ...worst('accent', accent, [bg, surface], neededContrast.control),
    ];
    return [
      ...accentProblems.slice(0, 1),
      // A focus ring has the same colour and stands on the same surfaces, and needs less.
      ...worst('text', text, [bg, surface, sunken, soft], neededContrast.text),
    ];
  });
}

const withLightness = (hex: string, l: number) => toHex({ ...toLch(hex), l });

function tinted(hex: string, l: number, maxChroma: number) {
  const { c, h } = toLch(hex);
  return toHex({ l, c: Math.min(c, maxChroma), h });
}

/** The lightness at which a colour of this hue has the contrast with a lighter one. */
function lightnessOn(hex: string, lighter: string, ratio: number) {
  let [low, high] = [0, 1];
  for (let step = 0; step < 20; step += 1) {
    const middle = (low + high) / 2;
    if (contrast(withLightness(hex, middle), lighter) > ratio) low = middle;
    else high = middle;
  }
  return low;
}

/** The colour, made lighter or darker until it can be read on every surface. */
function readable(hex: string, on: readonly string[], step: number) {
  let colour = hex;
  const isReadable = () => on.every((surface) => contrast(colour, surface) >= neededContrast.text);
  for (let l = toLch(hex).l; !isReadable() && l > 0 && l < 1; l += step) colour = withLightness(hex, l);
  return colour;
}
