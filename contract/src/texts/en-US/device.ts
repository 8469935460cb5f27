import type { device as chinese } from '../zh-CN/device.ts';

/** A person connects a command line or a television by the code that it shows. */
export const device: Record<keyof typeof chinese, string> = {
  'page.device': 'Connect a device',
  'page.deviceConfirm': 'Connect a device',
  'device.lead': 'Enter the code that the device or the command line beside you shows.',
  'device.field': 'Code on the device',
  'device.compare':
    'It must be the code that a device beside you shows. A code or link that someone sent you may be fraud: don’t go on.',
  'device.unknown': 'No device shows this code. Check it, or get a new code on the device.',
  'device.tooMany': 'Too many wrong codes. Try again in {n} minutes.',
  'device.ask': 'Use {application} on the device?',
  'device.ask.lead': 'The device would use your {brand} account {account}.',
  'device.others': 'The application can see:',
  'device.advice':
    'Connect only if you started this yourself just now, on a device beside you. Did someone send you the code or a link? Then it’s fraud: refuse.',
  'device.otherNetwork': 'The device is in another network than you. Make sure that it’s beside you.',
  'device.connect': 'Connect',
  'device.connecting': 'Connecting…',
  'device.refuse': 'Refuse',
  'device.connected': 'The device is connected',
  'device.connected.lead': 'Go on there: it signs in by itself within a few seconds. You can close this page.',
  'device.declined': 'The device isn’t connected',
  'device.declined.lead': 'It gets nothing of your account. If someone sent you the code, don’t enter it again.',
  'device.ended': 'This code no longer works',
  'device.ended.lead': 'A code works once, for a few minutes. Get a new one on the device.',
  'device.again': 'Enter a new code',
  'device.checkAccount': 'See my account',
};
