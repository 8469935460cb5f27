import { scanApps } from './apps/scan-apps.ts';

/** The ways to sign in, as sessions, events and metrics name them. */
export const signInMethods = ['password', 'code', ...scanApps, 'sso', 'wecom', 'register', 'passkey', 'phone'] as const;
export type SignInMethod = (typeof signInMethods)[number];
