import { input, longest } from '../first-limits.ts';

/** Of a repeated parameter the first value counts. A longer value is cut. */
export const paramOf = (params: URLSearchParams, name: string, cap: number = input.maxLength) =>
  params.get(name)?.trim().slice(0, cap) || undefined;

/** Where the page is asked to redirect to, in order of precedence. */
export const redirectsIn = (params: URLSearchParams) =>
  ['cusRedirectUrl', 'redirectUrl']
    .map((name) => paramOf(params, name, longest.redirectParam))
    .filter((url) => url !== undefined);
