import { createHash } from 'node:crypto';
import type { BrandProblem, ServiceAccess } from '../service-client.ts';

/** Why a brand is not shown. */
export type BrandRefusal = { is: 'colour' | 'logo' } | ({ is: 'contrast'; accent: string } & BrandProblem);

export type BrandTrial = ReturnType<typeof createBrandTrial>;

const maxLogoLength = 100_000;

/** A colour and a logo that someone tries out: the service shows them until the demo is reset. */
export function createBrandTrial({ tryBrand }: Pick<ServiceAccess, 'tryBrand'>, base: string) {
  let shown: { accent?: string; logo?: string } = {};
  let refusal: BrandRefusal | undefined;
  const pathOf = (logo: string) => `${base}/brand/${createHash('sha256').update(logo).digest('hex').slice(0, 8)}.svg`;

  return {
    shown: () => shown,
    /** The last brand that was refused. */
    refusal: () => refusal,
    logoAt: (path: string) => (shown.logo && pathOf(shown.logo) === path ? shown.logo : undefined),

    /** A part that is not given stays as it is. Nothing changes where a colour could not be read. */
    show(given: { accent?: string | undefined; logo?: string | undefined }) {
      const accent = (given.accent || shown.accent)?.toLowerCase();
      const logo = given.logo || shown.logo;
      refusal = undefined;
      if (accent && !/^#[\da-f]{6}$/.test(accent)) refusal = { is: 'colour' };
      else if (logo && (logo.length > maxLogoLength || !/<svg[\s>]/.test(logo))) refusal = { is: 'logo' };
      if (refusal) return;
      const [problem] = tryBrand?.({ ...(accent && { accent }), ...(logo && { logo: pathOf(logo) }) }) ?? [];
      if (problem) refusal = { is: 'contrast', accent: accent ?? '', ...problem };
      else shown = { ...(accent && { accent }), ...(logo && { logo }) };
    },

    clear() {
      shown = {};
      refusal = undefined;
      tryBrand?.(undefined);
    },
  };
}
