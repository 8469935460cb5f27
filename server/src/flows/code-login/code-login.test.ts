import { describe, expect, test } from 'vitest';
import { cheapPuzzles, codesOf } from '../../../test/test-codes.ts';
import { houseForFile } from '../../../test/test-house.ts';

const house = await houseForFile({ env: cheapPuzzles });
const { prove, commit, send, verify, lastTo } = codesOf(house);

describe('smoke', () => {
  test('someone new', async () => {
    const browser = house.browser();
    const serviceId = await prove(browser, '13900000001');
    console.log(lastTo('13900000001'));
    expect(await commit(browser, '13900000001', serviceId)).toMatchObject({ code: 10000061 });
    console.log(await commit(browser, '13900000001', serviceId, { agreed: true }));
    expect(await browser.get('/user/accounts/me')).toMatchObject({ code: 0 });
    const mail = house.browser();
    await prove(mail, 'New@example.com');
  });
});
