import { alipayAccount } from './alipay-account.ts';
import type { AlipayWallet } from './alipay-wallet.ts';
import { fieldsOf } from '../../http/request-body.ts';
import type { ServiceClient } from '../../service-client.ts';
import { answerScan, type Scanner, type SignInOffer } from '../../phone/scanner.ts';

const app = 'alipay';

/** The operator's mini-program in the Alipay app. */
export const alipayScanner = (wallet: AlipayWallet, callApi: ServiceClient): Scanner => ({
  app,
  read: sceneIn,
  async open(s, { alipay }) {
    const result = await callApi('/thirdparty/alipaymini/scan', { s, authCode: wallet.authCode(alipay) });
    if (result.is !== 'done') return { content: { is: result.is, app } };
    const { ticket, needsPhone, offer } = result.data;
    const wantsNumber = needsPhone === true;
    return {
      content: { is: 'offer', app, offer: parseOffer(offer), wantsNumber },
      // Alipay discloses the phone number only after the owner has confirmed.
      press: (confirmed) => {
        const phone = confirmed && wantsNumber ? { phone: wallet.phoneNumber(alipay) } : {};
        return answerScan(callApi, app, { ticket: String(ticket), confirmed, ...phone });
      },
    };
  },
});

/** The `s` parameter of a link that opens this mini-program. Undefined for any other link. */
function sceneIn(text: string): string | undefined {
  const scheme = URL.canParse(text) ? new URL(text).searchParams.get('scheme') : null;
  if (scheme === null || !scheme.startsWith('alipays://platformapi/startapp?')) return undefined;
  const { searchParams } = new URL(scheme);
  const isOurs = searchParams.get('appId') === alipayAccount.appId && searchParams.get('page') === alipayAccount.page;
  return (isOurs && new URLSearchParams(searchParams.get('query') ?? '').get('s')) || undefined;
}

function parseOffer(value: unknown): SignInOffer {
  const { site, device, address, at, elsewhere, document } = fieldsOf(value);
  const { title, sender } = fieldsOf(document);
  return {
    site: String(site),
    device: String(device),
    address: String(address),
    at: Number(at),
    elsewhere: elsewhere === true,
    ...(document !== undefined && { document: { title: String(title), sender: String(sender) } }),
  };
}
