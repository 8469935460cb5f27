import type { scan as chinese } from '../zh-CN/scan.ts';

/** What the phone shows after a scan. */
export const scan: Record<keyof typeof chinese, string> = {
  'scan.ask': 'Is this you signing in?',
  'scan.lead': 'If you confirm, the device below is signed in as you.',
  'scan.site': 'Site',
  'scan.siteOf': '{brand} ({site})',
  'scan.device': 'Device',
  'scan.device.unknown': 'Unknown',
  'scan.address': 'Network',
  'scan.time': 'Requested',
  'scan.advice': 'Did someone send you this code? Don’t confirm.',
  'scan.elsewhere': 'Careful: that device is in a different country from your phone.',
  'scan.confirm': 'Yes, sign in',
  'scan.decline': 'No, it isn’t me',
  'scan.confirmed': 'Sign-in confirmed',
  'scan.confirmed.lead': 'Continue on the computer. You can close this page.',
  'scan.declined': 'Sign-in declined',
  'scan.declined.lead': 'No one was signed in. You can close this page.',
  'scan.gone': 'This QR code no longer works',
  'scan.gone.lead': 'It has expired or was already used. Refresh it on your device and scan again.',
};
