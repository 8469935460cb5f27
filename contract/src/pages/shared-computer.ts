/**
 * The cookie by which the page tells the service that others use this computer. It comes with every request, so that the
 * choice holds for each way to sign in, also on the way to a company and back. A back end that does not know it ignores it.
 */
export const sharedComputerCookie = 'foyer_shared';
export const sharedComputerValue = '1';
