import type { Language } from '@foyer/contract/language';
import type { RememberedAccount } from '@foyer/contract/pages/remembered-account';
import { type Principal, mask } from '@foyer/contract/rules/account-rules';
import type { SignInMethod } from '@foyer/contract/sign-in-methods';
import type { Services } from '../../services.ts';
import { maskName, nameIn } from '../../platform/masking.ts';
import type { RequestContext } from '../../http/requests/request-context.ts';

/** Whether the sign-in page of this browser may offer the account from now on. */
export const mayRemember = ({ config }: Services, { withoutCookies, onSharedComputer }: RequestContext) =>
  // Without cookies the browser is not recognised next time.
  config.accountChooser && !withoutCookies && !onSharedComputer;

/** The sign-in page of this browser offers the account from now on. */
export async function rememberAccount(
  services: Services,
  account: string,
  method: SignInMethod,
  context: RequestContext,
) {
  if (mayRemember(services, context))
    await services.stores.rememberedAccounts.remember(account, context.ensureBrowserId(), method);
}

/** What the sign-in page shows of the accounts that this browser remembers: enough to recognise one's own. */
export async function rememberedAccounts(
  { config, stores }: Services,
  browserId: string | undefined,
  language: Language,
): Promise<RememberedAccount[]> {
  if (!config.accountChooser || browserId === undefined) return [];
  const remembered = await stores.rememberedAccounts.list(browserId);
  const atCompany = remembered.filter(({ method }) => method === 'sso').map(({ account }) => account.ouid);
  const companies = await stores.rememberedAccounts.companiesOf(atCompany);
  return remembered.flatMap(({ account, handle, method }) => {
    const principal = principalOf(account);
    if (!principal) return [];
    const name = nameIn(language, account);
    const company = companies.get(account.ouid);
    return {
      handle,
      account: mask(principal.value),
      kind: principal.kind,
      ...(name && { name: maskName(name) }),
      // Nothing here signs in with these: a registration is followed by a sign-in, and a phone has its own.
      method: method === 'register' || method === 'phone' ? 'password' : method,
      ...(company && { company }),
    };
  });
}

/** The account name that a handle stands for in this browser. */
export async function rememberedPrincipal(
  { config, stores }: Services,
  handle: string,
  { browserId }: RequestContext,
): Promise<Principal | undefined> {
  if (!config.accountChooser || browserId === undefined) return undefined;
  const account = await stores.rememberedAccounts.find(browserId, handle);
  return account && principalOf(account);
}

/** The account name of a card: the card shows it masked, and a sign-in with the card counts as one with this name. */
function principalOf({ mobile, email }: { mobile: string | null; email: string | null }): Principal | undefined {
  if (mobile) return { kind: 'mobile', value: mobile };
  return email ? { kind: 'email', value: email } : undefined;
}
