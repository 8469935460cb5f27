import { isDrawn, pollScanOf } from '@foyer/contract/apps/app-calls';
import { type ScanApp, factsOf } from '@foyer/contract/apps/scan-apps';
import { wireOf } from '@foyer/contract/apps/wire-of-apps';
import type { Call, DataOf, RequestInputOf } from '@foyer/contract/call';
import { getBanners } from '@foyer/contract/flows/banner';
import { bindMobileTo } from '@foyer/contract/flows/bind-mobile';
import { commitCode } from '@foyer/contract/flows/code-login';
import { getAgreement } from '@foyer/contract/flows/agreement';
import { getArticles } from '@foyer/contract/flows/help-desk';
import { getHumanCheck } from '@foyer/contract/flows/human-check';
import { transferLogin } from '@foyer/contract/flows/one-click-login';
import { commitPassword } from '@foyer/contract/flows/password-login';
import { pollReturnedScan, requestQr } from '@foyer/contract/flows/qr-login';
import { checkAccountTaken, registerAccount } from '@foyer/contract/flows/register';
import { resetPassword } from '@foyer/contract/flows/retrieve-password';
import { verifySecondFactor } from '@foyer/contract/flows/second-factor';
import { verifyCode } from '@foyer/contract/flows/send-code';
import { logOut } from '@foyer/contract/flows/session';
import { setPassword } from '@foyer/contract/flows/set-password';
import { checkBindCode } from '@foyer/contract/flows/sso-bind';
import { findCompany } from '@foyer/contract/flows/sso-domain';
import { accessCodeHeader } from '@foyer/contract/flows/sso-headers';
import { checkAuthorisation } from '@foyer/contract/flows/sso-return';
import type { ExportedConfig } from '@foyer/contract/pages/page-config';

/** One call that changes nothing: it names no account that exists, and no handle that was ever given. */
export interface Probe {
  call: Call;
  request: object;
  headers: Record<string, string>;
  /** A back end without this step does not have the call. */
  mayBeMissing: boolean;
  /** What is wrong with a success, if anything. */
  wrong(data: unknown): string | undefined;
}

const probe = <C extends Call>(
  call: C,
  request: RequestInputOf<C> & object,
  wrong: string | ((data: DataOf<C>) => string | undefined) = () => undefined,
  { headers = {}, mayBeMissing = call.mayBeMissing ?? false } = {},
): Probe => ({
  call,
  request,
  headers,
  mayBeMissing,
  wrong: (data) => (typeof wrong === 'string' ? wrong : wrong(data)),
});

/** The domain cannot exist. */
const nobody = 'foyer-doctor@foyer.invalid';
const someHash = 'd0'.repeat(32);
export const loginParams = { endpoint: 'PC', env: { fingerprint: '' } } as const;
const handle = 'foyer-doctor';
const code = { credentials: '000000', serviceId: handle };
const accessCode = { headers: { [accessCodeHeader]: handle } };

const always = [
  probe(
    commitPassword,
    { principal: nobody, credentials: someHash, loginParams },
    'signs in an account that does not exist',
  ),
  probe(verifySecondFactor, code, 'accepts a second factor for a sign-in that was not begun', { mayBeMissing: true }),
  probe(logOut, {}),
  probe(getAgreement, {}),
  probe(getBanners, { productCode: 'pc', areaCode: 'login_page_english' }),
];

const ofMethods = {
  code: [
    probe(getHumanCheck, {}),
    probe(verifyCode, { ...code, loginParams: { endpoint: 'PC' } }, 'accepts a code that was not sent'),
    probe(
      commitCode,
      { principal: nobody, serviceId: handle, loginParams, agreed: true },
      'signs in without a verified code',
    ),
    probe(
      setPassword,
      { serviceId: handle, newPassword: someHash },
      'sets a password for a sign-in that was not completed',
    ),
  ],
  register: [
    probe(checkAccountTaken, { principal: nobody }, ({ accountExist }) =>
      accountExist ? 'says that an account exists that does not' : undefined,
    ),
    probe(
      registerAccount,
      {
        source: { pub: 'foyer', chl: 'foyer', tml: 'foyer' },
        encrypter: 'SHA256',
        password: someHash,
        serviceId: handle,
        loginParams,
      },
      'registers without a verified code',
    ),
  ],
  retrieve: [
    probe(resetPassword, { serviceId: handle, newPassword: someHash }, 'sets another password without a verified code'),
  ],
  sso: [
    probe(findCompany, { domain: handle }, ({ ifExistDomain }) =>
      ifExistDomain ? 'finds a company that does not exist' : undefined,
    ),
    probe(
      checkAuthorisation,
      { endpoint: '' },
      ({ loginStatus }) => (loginStatus ? 'signs in with an access code that was not given' : undefined),
      accessCode,
    ),
    probe(
      checkBindCode,
      { code: '000000', authCodeId: handle, endpoint: '' },
      'links an account without a verified code',
      accessCode,
    ),
  ],
  wecom: [probe(requestQr, { thirdparty: 'WE_WORK_SCAN_LOGIN' as never, fingerprint: '' })],
};

const scanWithout = 'signs in without a scan';
const ofApp = (app: ScanApp) => [
  probe(requestQr, { thirdparty: factsOf[app].thirdparty, fingerprint: '' }),
  isDrawn(app)
    ? probe(pollScanOf[app] as Call, { sceneId: handle, loginId: handle, fingerprint: '' }, scanWithout)
    : probe(pollReturnedScan, { preLoginId: handle }, scanWithout),
  probe(
    bindMobileTo[app],
    { ...code, loginParams, userInfoContextId: handle, data: { userInfoContextId: handle } },
    scanWithout,
  ),
  probe(transferLogin, { data: { userInfoContextId: handle }, credentials: wireOf[app].transfer }, scanWithout),
];

/** The calls of a page that offers these methods, each once. */
export function probesFor({ scan, ...offered }: ExportedConfig['methods'], productCode: string): Probe[] {
  const named = Object.entries(ofMethods).flatMap(([method, probes]) =>
    offered[method as keyof typeof ofMethods] ? probes : [],
  );
  const articles = probe(getArticles, { productCode, areaCode: 'login_page' });
  return [...always, articles, ...named, ...scan.flatMap(ofApp)];
}
