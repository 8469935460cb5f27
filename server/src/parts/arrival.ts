import { mask } from '@foyer/contract/account-rules';
import type { SignedIn } from '@foyer/contract/sign-in';
import type { House } from '../house.ts';
import { maskIdNumber, maskName } from '../platform/masking.ts';
import type { Visitor } from '../platform/visitor.ts';
import type { Account } from '../store/accounts.ts';
import { heldSignInStore } from '../store/held-sign-ins.ts';
import { type Way, sessionStore } from '../store/sessions.ts';

export interface Proven {
  account: Account & { agreed: boolean };
  way: Way;
  factors: string[];
  /** Where to go, already gated. */
  target: string;
}

export type Arrival =
  | { is: 'done'; data: SignedIn }
  | { is: 'accountDisabled' }
  | { is: 'needsIdentityCheck'; data: { name: string; desIdNo: string; serviceId: string } };

/**
 * What follows when someone has proven who they are, whatever the way in. Every way ends here, so that none of them can
 * forget what stands between a proof and a session.
 */
export function createArrival({ config, database, clock, chance }: House) {
  const held = heldSignInStore(database.sql, clock, chance);
  const sessions = sessionStore(database.sql, clock, chance, config.limits.session);

  return async function arrive({ account, way, factors, target }: Proven, visitor: Visitor): Promise<Arrival> {
    if (account.disabledAt) return { is: 'accountDisabled' };

    if (account.idNumber && !account.lastSignInAt) {
      const serviceId = await held.hold({ account: account.ouid, waitsFor: 'identityCheck', way, target });
      return {
        is: 'needsIdentityCheck',
        data: { name: maskName(account.name ?? ''), desIdNo: maskIdNumber(account.idNumber), serviceId },
      };
    }

    const known = { ouid: account.ouid, needAgreement: !account.agreed, newUser: false };
    if (account.secondFactor) {
      const preServiceId = await held.hold({ account: account.ouid, waitsFor: 'secondFactor', way, target });
      return {
        is: 'done',
        data: { ...known, loginDoubleCheck: true, mobile: mask(account.mobile ?? ''), preServiceId },
      };
    }

    const token = await sessions.open({
      account: account.ouid,
      state: account.agreed ? 'open' : 'awaitingConsent',
      way,
      factors,
      device: visitor.deviceLabel,
      address: visitor.addressShown,
      replacing: visitor.sessionToken,
    });
    visitor.keepSession(token);
    return { is: 'done', data: { ...known, loginDoubleCheck: false, ...(account.agreed && { url: target }) } };
  };
}
