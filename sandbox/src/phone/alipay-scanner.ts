import { fieldsOf } from '../http/request-body.ts';
import { answerScan } from './scan-answer.ts';
import type { Offer, Scanner } from './scanner.ts';
import type { ServiceClient } from '../service-client.ts';
import { alipayAccount } from '../alipay/alipay-account.ts';
import type { AlipayWallet } from '../alipay/alipay-wallet.ts';

const app = 'alipay';

/** The customer's mini-program, as it runs in everyone's Alipay. */
export const alipayScanner = (wallet: AlipayWallet, askService: ServiceClient): Scanner => ({
  app,
  read: sceneIn,
  async open(s, { alipay }) {
    const opened = await askService('/thirdparty/alipaymini/scan', { s, authCode: wallet.authCode(alipay) });
    if (opened.is !== 'done') return { shows: { is: opened.is, app } };
    const { ticket, needsPhone, offer } = opened.data;
    const wantsNumber = needsPhone === true;
    return {
      shows: { is: 'offer', app, offer: offerIn(offer), wantsNumber },
      // The app gives the number away only once its owner has pressed the button.
      press: (confirmed) => {
        const phone = confirmed && wantsNumber ? { phone: wallet.phoneNumber(alipay) } : {};
        return answerScan(askService, app, { ticket: String(ticket), confirmed, ...phone });
      },
    };
  },
});

/** The `s` in a link that opens this mini-program, and no other. */
function sceneIn(content: string): string | undefined {
  const target = URL.canParse(content) ? new URL(content).searchParams.get('scheme') : null;
  if (target === null || !target.startsWith('alipays://platformapi/startapp?')) return undefined;
  const { searchParams } = new URL(target);
  const isOurs = searchParams.get('appId') === alipayAccount.appId && searchParams.get('page') === alipayAccount.page;
  return (isOurs && new URLSearchParams(searchParams.get('query') ?? '').get('s')) || undefined;
}

function offerIn(value: unknown): Offer {
  const { site, device, address, at, elsewhere } = fieldsOf(value);
  return {
    site: String(site),
    device: String(device),
    address: String(address),
    at: Number(at),
    elsewhere: elsewhere === true,
  };
}
