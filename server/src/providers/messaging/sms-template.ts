import type { Language } from '@foyer/contract/language';
import type { SmsAccess } from '../../config/provider-access.ts';
import type { Sms } from './delivery.ts';

/** The approved template, and what goes into its variables, in its order. */
export function templateOf({ templates }: SmsAccess, kind: Sms['kind'], language: Language, values: Sms['values']) {
  const ofKind = templates.filter((template) => template.kind === kind);
  const template = ofKind.find((one) => one.language === language) ?? ofKind[0];
  if (!template) return undefined;
  const names = template.variables.length > 0 ? template.variables : Object.keys(values);
  return { id: template.id, given: names.map((name) => [name, values[name] ?? ''] as const) };
}
