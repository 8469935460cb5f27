import { expect, test } from '../../fixtures/test.ts';
import { newMobile } from '../../support/new-accounts.ts';

const codeTab = { preLoginWay: 'authCode' };

// The default of the service; the other tests wait longer for their gateways.
test.use({ settings: { MESSAGE_TIMEOUT_MS: '4000' } });

test('when the gateway does not respond an error is shown in time, and the next request may follow at once [CS-04] [D-26]', async ({
  login,
  code,
  smsGateway,
  allowErrors,
  t,
}) => {
  allowErrors(/status of 502/);
  const mobile = newMobile();
  await login.open(codeTab);
  await login.account.fill(mobile);
  await smsGateway('slow');
  await code.button.click();
  // The service gives up on the gateway before the page gives up on the service.
  await expect(login.errors).toHaveText([t.refusal('codeNotSent')]);
  await expect(code.button).toBeEnabled();
  await smsGateway('working');
  await code.send();
});
