import { expect, test } from 'vitest';
import { devices } from '../rules/device-rules.ts';
import { scanApps } from './page-config.ts';
import { pageNames } from './page-routes.ts';
import { showsQrCode } from './shows-qr-code.ts';

const methods = { code: true, register: true, retrieve: true, sso: true, wecom: true, passkey: true, onPhone: true };
const config = { methods: { ...methods, scan: [...scanApps] } };

test('only the sign-in page on a PC, whose account is not fixed, asks for a QR code: no phone, no cached page without network [QR-19]', () => {
  const asking = pageNames.flatMap((page) =>
    devices.flatMap((device) =>
      [false, true]
        .filter((locked) => showsQrCode({ page, device, locked }, config))
        .map((locked) => ({ page, device, locked })),
    ),
  );
  expect(asking).toEqual([{ page: 'login', device: 'pc', locked: false }]);
});

test('without an app to scan with there is no QR code', () => {
  const none = { methods: { ...methods, scan: [] } };
  expect(showsQrCode({ page: 'login', device: 'pc', locked: false }, none)).toBe(false);
});
