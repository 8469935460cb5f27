import { firstAllowed } from '@foyer/contract/redirect-rules';
import type { Config } from '../config.ts';
import type { Visitor } from '../platform/visitor.ts';

/** Where a person goes once signed in: the first of the wishes that the gate lets pass, else home. */
export function targetOf({ gate, page }: Config, { device }: Visitor, wishes: readonly (string | undefined)[]): string {
  return firstAllowed(wishes, gate, device === 'pc' ? page.home : page.homeOnPhones);
}
