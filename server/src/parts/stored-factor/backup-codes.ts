import { backupCode as limits } from '@foyer/contract/limits';
import { backupCodeCharacters } from '@foyer/contract/rules/backup-code-rules';
import type { HashingSlot } from '../../platform/passwords.ts';
import type { Random } from '../../platform/random.ts';

const saltBytes = 16;

/** New codes, which only the person gets, and what is stored of them. */
export async function makeBackupCodes(random: Random, slot: HashingSlot) {
  const codes = Array.from({ length: limits.count }, () => makeCode(random));
  return { codes, ...(await hashBackupCodes(random, slot, codes)) };
}

export async function hashBackupCodes(random: Random, slot: HashingSlot, codes: readonly string[]) {
  const salt = random.token(saltBytes);
  return { salt, codeHashes: await Promise.all(codes.map((code) => slot.hashWith(salt, code))) };
}

const makeCode = ({ below }: Random) =>
  Array.from({ length: limits.length }, () => backupCodeCharacters[below(backupCodeCharacters.length)]).join('');
