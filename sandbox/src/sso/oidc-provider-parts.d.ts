/** Files of the library that its types do not describe. */
declare module 'oidc-provider/lib/provider.js' {
  export { Provider } from 'oidc-provider';
}
declare module 'oidc-provider/lib/helpers/errors.js' {
  const errors: typeof import('oidc-provider').errors;
  export = errors;
}
declare module 'oidc-provider/lib/helpers/interaction_policy/index.js' {
  const interactionPolicy: typeof import('oidc-provider').interactionPolicy;
  export = interactionPolicy;
}
