import { days, hours, minutes, seconds } from '@foyer/contract/time';

/** Lifetimes of what applications receive by OpenID Connect. */
export const oidcLifetimes = {
  /** From the request of an application to the end of the sign-in, with registration or a company's sign-in in between. */
  interaction: hours(1),
  authorizationCode: minutes(1),
  accessToken: hours(1),
  /** A token that an API checks by itself counts until its end, also after a sign-out. */
  apiToken: minutes(10),
  idToken: hours(1),
  /** Without use; each use gives a new one. */
  refreshToken: days(30),
  /** Unless a client has another one: so long a used refresh token gives the same successor again. */
  refreshGrace: seconds(10),
  /** For all refresh tokens of one sign-in together. */
  grant: days(365),
} as const;
