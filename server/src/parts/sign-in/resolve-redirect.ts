import { firstAllowed } from '@foyer/contract/rules/redirect-rules';
import type { Config } from '../../config/config.ts';
import type { Visitor } from '../../http/request-context.ts';

/** Where a person goes once signed in: the first of the wishes that the gate lets pass, else home. */
export function targetOf({ gate, page }: Config, { device }: Visitor, wishes: readonly (string | undefined)[]): string {
  return firstAllowed(wishes, gate, device === 'pc' ? page.home : page.homeOnPhones);
}
