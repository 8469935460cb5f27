/**
 * The tests that the short form of `npm test` runs on the embedded database too, because it differs there: start, restart,
 * migrations, the single connection, recovery, and one pass over each flow. The long form runs every test on it.
 */
export const embeddedInShortForm = [
  /^server\/src\/(database|store)\//,
  /^server\/src\/(serve|create-services|services)\.test\.ts$/,
  /^server\/test\/abuse\/(crash-recovery|killed-node)\.test\.ts$/,
  /^server\/src\/flows\/([^/]+)\/\1\.test\.ts$/,
  /^server\/src\/flows\/(account\/activity|passkey\/passkey-login|sso-callback\/saml-acs)\.test\.ts$/,
];
