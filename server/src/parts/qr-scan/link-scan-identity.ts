import { agreementVersion } from '@foyer/contract/agreement-version';
import type { Services } from '../../services.ts';
import type { Sql } from '../../database/database.ts';
import { accountStore } from '../../store/accounts.ts';
import { identityStore } from '../../store/identities.ts';
import type { Scan } from '../../store/scans.ts';

/** `taken` when the person was linked to another account in the meantime. */
export type Linking = 'linked' | 'boundElsewhere' | 'taken';

/** Links whoever scanned to an account, within a transaction: an account has one person of each app. */
export function createLinkScanIdentity({ clock, random }: Services) {
  return async function link(tx: Sql, ouid: string, { app, subjects }: Scan): Promise<Linking> {
    const identities = identityStore(tx);
    if (!subjects) throw new Error('A scan without anybody who scanned');
    await accountStore(tx, agreementVersion).lock(ouid);
    if (await identities.hasOther(ouid, app, subjects)) return 'boundElsewhere';
    const links = subjects.map((subject) => ({ ...subject, id: random.token(16) }));
    return (await identities.link(ouid, links, new Date(clock.now()))) ? 'linked' : 'taken';
  };
}
