import type { Language } from '@foyer/contract/language';
import type { Agreement } from './agreement.ts';

export type AgreementKind = 'service' | 'privacy';

const texts: Record<AgreementKind, Record<Language, () => Promise<Agreement>>> = {
  service: {
    'zh-CN': () => import('./service-agreement.zh-CN.ts').then((m) => m.serviceAgreement),
    'en-US': () => import('./service-agreement.en-US.ts').then((m) => m.serviceAgreement),
  },
  privacy: {
    'zh-CN': () => import('./privacy-policy.zh-CN.ts').then((m) => m.privacyPolicy),
    'en-US': () => import('./privacy-policy.en-US.ts').then((m) => m.privacyPolicy),
  },
};

export const loadAgreement = (kind: AgreementKind, language: Language) => texts[kind][language]();
