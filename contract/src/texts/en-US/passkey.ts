import type { passkey as chinese } from '../zh-CN/passkey.ts';

/** The offer of a passkey, and the passkeys of an account. */
export const passkey: Record<keyof typeof chinese, string> = {
  'passkey.notUsed': 'The passkey couldn’t be used. Try again, or sign in another way.',
  'passkey.offer.title': 'Sign in with a passkey?',
  'passkey.offer.lead':
    'Next time, use your fingerprint, your face or your screen lock instead of a password. A passkey stays on your devices and can’t be phished.',
  'passkey.offer.create': 'Create a passkey',
  'passkey.offer.creating': 'Creating…',
  'passkey.offer.later': 'Not now',
  'passkey.offer.never': 'Don’t ask again',
  'passkey.notCreated': 'No passkey was created. You can try again.',
  'passkey.use': 'Use a passkey',
  'passkey.section': 'Passkeys',
  'passkey.section.lead':
    'Sign in with your fingerprint, your face or your screen lock: safer and faster than a password.',
  'passkey.none': 'No passkeys yet',
  'passkey.unnamed': 'Passkey',
  'passkey.synced': 'Synced across devices',
  'passkey.deviceBound': 'On one device only',
  'passkey.created': 'Created {time}',
  'passkey.lastUsed': 'Last used {time}',
  'passkey.add': 'Add',
  'passkey.adding': 'Adding…',
  'passkey.added': 'Passkey added',
  'passkey.exists': 'This device already has a passkey for your account.',
  'passkey.rename': 'Rename',
  'passkey.rename.title': 'Name this passkey',
  'passkey.rename.label': 'Name',
  'passkey.rename.empty': 'Enter a name',
  'passkey.rename.save': 'Save',
  'passkey.renamed': 'Renamed',
  'passkey.remove': 'Remove',
  'passkey.remove.title': 'Remove “{name}”?',
  'passkey.remove.lead':
    'You won’t be able to sign in with it. You can also delete it on the device or in the password manager that keeps it.',
  'passkey.removed': 'Passkey removed',
};
