import { protocolGuards } from './protocol-guards.mjs';
import { signInGuards } from './sign-in-guards.mjs';
import { theftGuards } from './theft-guards.mjs';

/**
 * The guards of the service. Each is taken out by replacing `guard` in `file`; then `test` in `testFile` must fail.
 * @typedef {{ name: string, file: string, guard: string, without: string, testFile: string, test: string }} Guard
 */

/** @type {readonly Guard[]} */
export const guards = [...signInGuards, ...theftGuards, ...protocolGuards];
