import { resultCodes } from '@foyer/contract/result-codes';
import { minutes } from '@foyer/contract/time';
import { expect, test } from 'vitest';
import { codeTestSettings, codeHelpers } from '../../../test/support/flows/test-codes.ts';
import { testAppForFile } from '../../../test/support/test-app.ts';

const services = await testAppForFile({ env: { ...codeTestSettings, SMS_GATEWAY: 'none', CODES_PER_MINUTE: '3' } });
const { send } = codeHelpers(services);

test('without an SMS gateway a mobile number is refused, and e-mail still works', async () => {
  expect(await send(services.browser(), '13900000001')).toMatchObject({ code: resultCodes.cannotReceiveCodes });
  expect(await send(services.browser(), 'mei@example.com')).toMatchObject({ code: 0 });
  services.moveClock(minutes(1));
});

test('beyond the global limit per minute no code is sent, and the operator is alerted [AC-21]', async () => {
  for (let i = 0; i < 3; i++) expect(await send(services.browser(), `a${i}@example.com`)).toMatchObject({ code: 0 });
  expect(await send(services.browser(), 'one.more@example.com')).toMatchObject({
    status: 429,
    code: resultCodes.tooManyRequests,
    data: { retryAfter: 60 },
  });
  expect(services.sandbox.outbox.sent('one.more@example.com')).toEqual([]);
  const line = services.lines.findLast((one) => one.includes('codesStopped'))!;
  expect(JSON.parse(line)).toMatchObject({ level: 'error', event: 'codesStopped' });

  services.moveClock(minutes(1) - 1);
  expect(await send(services.browser(), 'one.more@example.com')).toMatchObject({ code: resultCodes.tooManyRequests });
  services.moveClock(1);
  expect(await send(services.browser(), 'one.more@example.com')).toMatchObject({ code: 0 });
});
