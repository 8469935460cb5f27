import type { Tab } from '@foyer/contract/pages/page-params';
import { seconds } from '@foyer/contract/time';
import { typeInto } from '../../platform/forms/input-events.ts';

/** Fills in the sign-in form as if the person had typed, and focuses what to continue with. False without the form. */
export async function fillInForm({ account, password }: { account: string; password: string | undefined }) {
  const tab: Tab = password ? 'user' : 'authCode';
  document.querySelector<HTMLElement>('[data-other-account]')?.click();
  await appears('[role=tablist] [href="#user"]', () => true);
  const link = document.querySelector<HTMLElement>(`[role=tab][href="#${tab}"]`);
  link?.click();
  // The tab may have to load first.
  const isShown = () => !link || link.getAttribute('aria-selected') === 'true';
  const field = await appears<HTMLInputElement>(`input[name=${password ? 'password' : 'account'}]`, isShown);
  const name = document.querySelector<HTMLInputElement>('input[name=account]');
  if (!field || !name || name.readOnly) return false;
  typeInto(name, account);
  if (password) typeInto(field, password);
  // Enter signs in, or sends a code.
  const next = password ? undefined : field.form?.querySelector<HTMLElement>('button[type=button]');
  (next ?? field).focus();
  return true;
}

/** False when the page asks for no code. */
export function fillInCode(code: string) {
  // The last one is that of a dialog, or of the question that hides the form.
  const field = [...document.querySelectorAll<HTMLInputElement>('input[name=code]')]
    .filter((one) => one.getClientRects().length > 0)
    .pop();
  if (!field) return false;
  typeInto(field, code);
  field.focus();
  return true;
}

async function appears<Found extends HTMLElement>(selector: string, isReady: () => boolean) {
  const end = performance.now() + seconds(5);
  while (performance.now() < end) {
    const found = document.querySelector<Found>(selector);
    if (found && isReady()) return found;
    await new Promise(requestAnimationFrame);
  }
  return undefined;
}
