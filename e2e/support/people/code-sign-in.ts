import type { CodeField } from '../../pages/code-field.ts';
import type { LoginPage } from '../../pages/login-page.ts';
import type { Outbox } from '../servers/outbox.ts';

interface CodeSignIn {
  login: LoginPage;
  code: CodeField;
  outbox: Outbox;
}

/** Opens the code tab, requests a code for an account and submits the delivered code. */
export async function signInWithCode(
  { login, code, outbox }: CodeSignIn,
  account: string,
  query: Record<string, string> = {},
) {
  await login.open({ preLoginWay: 'authCode', ...query });
  await login.account.fill(account);
  await code.send();
  await code.input.fill(await outbox.code(account));
}
