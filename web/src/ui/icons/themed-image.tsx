import type { ThemedPicture } from '@foyer/contract/brand/brand-style';

interface Props {
  picture: ThemedPicture;
  alt: string;
  className?: string | undefined;
  height?: number;
}

/** A picture of the brand; of two, the document's style shows the one for the theme. */
export const ThemedImage = ({ picture: { light, dark }, alt, ...image }: Props) => (
  <>
    <img {...image} src={light} alt={alt} data-theme-only={dark && 'light'} />
    {dark && <img {...image} src={dark} alt={alt} data-theme-only="dark" />}
  </>
);
