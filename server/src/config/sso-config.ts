import type { Config } from './config.ts';
import type { Values } from './read-settings.ts';
import type { WecomAccess } from './provider-access.ts';

/** Company sign-in, WeCom and the identity verification service. An incomplete configuration stops the start. */
export function readSsoConfig(values: Values, sandbox: boolean, problems: string[]): Config['sso'] {
  const wecom = readWecomAccess(values, problems);
  const { IDENTITY_URL: url, IDENTITY_SECRET: secret } = values;
  if (Boolean(url) !== Boolean(secret))
    problems.push('IDENTITY_URL and IDENTITY_SECRET belong together: give both, or none of them');
  const fallback = sandbox ? 'sandbox' : undefined;
  return {
    enabled: values.SSO ?? sandbox,
    internalOrigins: values.SSO_INSIDE_ORIGINS,
    wecom: wecom ?? fallback,
    identity: url && secret ? { url, secret } : fallback,
  };
}

const corpNames = ['WECOM_CORP_ID', 'WECOM_AGENT_ID', 'WECOM_SECRET'] as const;
const suiteNames = ['WECOM_CORP_ID', 'WECOM_SUITE_ID', 'WECOM_SUITE_SECRET', 'WECOM_TOKEN', 'WECOM_AES_KEY'] as const;

function readWecomAccess(values: Values, problems: string[]): WecomAccess | undefined {
  const present = [...new Set([...corpNames, ...suiteNames])].filter((name) => values[name]);
  if (present.length === 0) return undefined;
  const names = values.WECOM_SUITE_ID ? suiteNames : corpNames;
  const missing = names.filter((name) => !values[name]);
  if (missing.length > 0) problems.push(`${present[0]} is given: give ${missing.join(', ')} as well, or none of them`);
  const value = (name: (typeof present)[number]) => values[name] ?? '';
  const corpId = value('WECOM_CORP_ID');
  return {
    loginUrl: values.WECOM_LOGIN_URL,
    openUrl: values.WECOM_OPEN_URL,
    apiUrl: values.WECOM_API_URL,
    app: values.WECOM_SUITE_ID
      ? {
          is: 'suite',
          suiteId: values.WECOM_SUITE_ID,
          secret: value('WECOM_SUITE_SECRET'),
          token: value('WECOM_TOKEN'),
          aesKey: value('WECOM_AES_KEY'),
          corpId,
        }
      : { is: 'corp', corpId, agentId: value('WECOM_AGENT_ID'), secret: value('WECOM_SECRET') },
  };
}
