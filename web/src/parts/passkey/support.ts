/** Whether the browser has passkeys at all. Only a page that is not prerendered may ask while it renders. */
export const hasPasskeys = () => 'PublicKeyCredential' in window;
