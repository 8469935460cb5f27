export type OidcLibrary = Awaited<ReturnType<typeof loadOidcLibrary>>;

/**
 * What the entry of oidc-provider exports and is used here. The entry itself prints a warning on every Node.js that is older
 * than its own choice or no LTS release, some of which we support and test.
 */
export async function loadOidcLibrary() {
  const [{ Provider }, errors, interactionPolicy] = await Promise.all([
    import('oidc-provider/lib/provider.js'),
    import('oidc-provider/lib/helpers/errors.js'),
    import('oidc-provider/lib/helpers/interaction_policy/index.js'),
  ]);
  return { Provider, errors, interactionPolicy };
}
