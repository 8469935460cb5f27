import type { BizType } from '@foyer/contract/flows/send-code';
import type { Principal } from '@foyer/contract/rules/account-rules';
import { decrypt, encrypt } from '../../platform/encryption.ts';
import type { Services } from '../../services.ts';
import type { Stores } from '../../store/stores.ts';
import { quotaOwner } from './code-quotas.ts';
import { hasHadExtraCode } from './extra-code.ts';

/**
 * A code to sign in is entered in any tab of the browser that asked for it: also in one that does not know of it yet, and in
 * one that was closed and opened again.
 *
 * A second factor that is closed and opened again, or opened in another browser, within the pause between two codes: the code
 * that was sent is entered in the new dialog. It stays one code, with its attempts and its one use.
 *
 * Who asks has proven the first factor of the same account. Browsers that the account knows have a pause and attempts of their
 * own, so that none of them gets the code of another one; all others share theirs, and share the code. A browser that has had an
 * extra code keeps its codes: a thief of the first factor must not use up the attempts of the last one that the owner gets.
 *
 * The serviceId is stored encrypted by a key that the database does not have; without such a key nothing is handed over.
 */
const bizType = 'LOGIN_DOUBLE_CHECK' satisfies BizType;

/** Whose codes a code belongs to: those of its account, or of its browser. Undefined where none is handed over. */
function familyOf(code: { bizType: BizType; account?: string | undefined }, browserId: string) {
  if (code.bizType === 'REGISTER_LOGIN') return { browserId };
  return code.bizType === bizType && code.account !== undefined ? { account: code.account } : undefined;
}

const nameOf = (family: { account: string } | { browserId: string }) =>
  'account' in family ? `code ${family.account}` : `code in ${family.browserId}`;

export function sealServiceId(
  { encryptionKeys: [newest] }: Pick<Services, 'encryptionKeys'>,
  code: { bizType: BizType; account?: string | undefined },
  browserId: string,
  serviceId: string,
) {
  const family = familyOf(code, browserId);
  return newest && family && encrypt(serviceId, newest, nameOf(family));
}

/** The serviceId of the code that is on its way to the recipient. */
export async function livingServiceId(
  { encryptionKeys, stores }: Services,
  code: { bizType: BizType; account?: string | undefined; recipient: Principal },
  asking: string,
): Promise<string | undefined> {
  const { recipient } = code;
  const family = familyOf(code, asking);
  if (!family) return undefined;
  for (const { browserId, sealedServiceId } of await stores.codes.living(family, code.bizType, recipient))
    if (sealedServiceId && (await shares(stores, recipient, browserId, asking)))
      return decrypt(sealedServiceId, encryptionKeys, nameOf(family));
  return undefined;
}

/** The browser that asked for a code which has been handed over to this one; else undefined. */
export async function browserOfHandedOver(
  { stores }: Services,
  serviceId: string,
  account: string,
  browserId: string,
): Promise<string | undefined> {
  const origin = await stores.codes.originOf(serviceId, account, bizType);
  return origin && (await shares(stores, origin, origin.browserId, browserId)) ? origin.browserId : undefined;
}

/** Whether a browser may enter the codes that another one has asked for. */
async function shares(stores: Stores, recipient: Principal, origin: string, browserId: string): Promise<boolean> {
  if (origin === browserId) return true;
  const owners = [origin, browserId].map((id) => quotaOwner(stores, recipient, id));
  const [first, second] = await Promise.all(owners);
  return first === second && !(await hasHadExtraCode(stores, recipient, origin));
}
