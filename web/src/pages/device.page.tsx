import { DeviceCode } from '../flows/oidc-provider/device-code.screen.tsx';
import { DeviceConfirm } from '../flows/oidc-provider/device-confirm.tsx';
import { PlainPage } from '../layout/plain-page.tsx';
import { usePageContext } from '../platform/page-context.ts';

/** Two pages: where a person types the code of a device, and where they say whether it may have the account. */
export function Page() {
  const isConfirm = usePageContext().variant.page === 'deviceConfirm';
  return <PlainPage fill={isConfirm}>{isConfirm ? <DeviceConfirm /> : <DeviceCode />}</PlainPage>;
}
