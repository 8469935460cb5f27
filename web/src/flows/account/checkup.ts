import { backupCode } from '@foyer/contract/limits';
import type { Account } from '../../parts/account/current-account.ts';
import type { CheckupPoint } from '../../parts/account/checkup-actions.ts';

interface Point {
  point: CheckupPoint;
  isDone: boolean;
  /** How many there are, where the text says so. */
  n?: number;
}

/** The points of the security check-up, those that are due first. One that the service does not know about is left out. */
export function checkupOf({ mobile, email, security }: Account): Point[] {
  const { passkeys, secondFactor, backupCodes } = security;
  const points: Point[] = [
    { point: 'mobile', isDone: mobile !== undefined },
    { point: 'email', isDone: email !== undefined },
    ...(passkeys === undefined ? [] : [{ point: 'passkey' as const, isDone: passkeys > 0, n: passkeys }]),
    ...(secondFactor === undefined ? [] : [{ point: 'secondFactor' as const, isDone: secondFactor }]),
    // They replace the second factor, so without one there are none.
    ...(secondFactor && backupCodes !== undefined
      ? [{ point: 'backupCodes' as const, isDone: backupCodes >= backupCode.few, n: backupCodes }]
      : []),
  ];
  return points.sort((one, other) => Number(one.isDone) - Number(other.isDone));
}
