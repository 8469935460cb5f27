import { brandColours, contrastProblems } from '@foyer/contract/brand/brand-colours';
import { brandStyle } from '@foyer/contract/brand/brand-style';
import type { PageConfig } from '@foyer/contract/pages/page-config';

export type PageInTrial = Pick<PageConfig, 'look'>;

interface TriedBrand {
  accent?: string;
  /** The URL of a picture. */
  logo?: string;
}

/** Lets the sandbox show pages and mails in another brand, for as long as this process runs. */
export function brandTrialOf(page: PageInTrial) {
  const own = page.look;
  return {
    brandStyle: () => (page.look ? brandStyle(page.look) : ''),

    /** Without a brand, that of the settings comes back. Changes nothing if a colour could not be read, and says why. */
    tryBrand(brand: TriedBrand | undefined) {
      const colours = brand?.accent ? brandColours({ accent: brand.accent }) : undefined;
      const problems = colours ? contrastProblems(colours) : [];
      if (problems.length > 0) return problems;
      const look = { ...own, ...(colours && { colours }), ...(brand?.logo && { logo: { light: brand.logo } }) };
      if (Object.keys(look).length > 0) page.look = look;
      else delete page.look;
      return [];
    },
  };
}
