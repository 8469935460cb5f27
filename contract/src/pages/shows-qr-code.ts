import type { PageConfig, PageVariant } from './page-config.ts';

/** Whether the page asks for a QR code when it opens. */
export const showsQrCode = (
  { page, device, locked }: Pick<PageVariant, 'page' | 'device' | 'locked'>,
  { methods }: Pick<PageConfig, 'methods'>,
) => page === 'login' && device === 'pc' && !locked && methods.scan.length > 0;
