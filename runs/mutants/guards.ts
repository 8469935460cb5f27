import type { Guard } from './guard.ts';
import { protocolGuards } from './protocol-guards.ts';
import { signInGuards } from './sign-in-guards.ts';
import { theftGuards } from './theft-guards.ts';

/** All guards that are taken out, one by one. */
export const guards: readonly Guard[] = [...signInGuards, ...theftGuards, ...protocolGuards];
