/**
 * The tests that the short form of `npm test` runs on the embedded database too. The long form runs every test on it.
 * First what differs there: migrations, start, restart, the single connection, recovery, locks and what is used once. Then
 * one pass over each flow: `audit-types` makes every change of an account, by every flow that changes one; the others read,
 * or sign in by a way of their own.
 */
export const embeddedInShortForm = [
  /^server\/src\/(database|store)\//,
  /^server\/src\/(create-services|services)\.test\.ts$/,
  /^server\/test\/abuse\/crash-recovery\.test\.ts$/,
  /^server\/src\/flows\/account\/audit-types\.test\.ts$/,
  /^server\/src\/flows\/(account-chooser|banner|code-login|events|find-account|forward-auth|help-desk)\/\1\.test\.ts$/,
  /^server\/src\/flows\/(human-check|password-login|personal-data|real-name|scan-confirm|sso-domain|work-chat)\/\1\.test\.ts$/,
  /^server\/src\/flows\/(passkey\/passkey-factor|qr-login\/dingtalk-return)\.test\.ts$/,
  /^server\/src\/providers\/wechat\/wechat-push-routes\.test\.ts$/,
];
