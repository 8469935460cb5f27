/** In place of `Object.hasOwn`, which Chrome before 93 lacks: `web/vite.config.ts` puts it into libraries. */
export const hasOwn = (object: object, name: PropertyKey): boolean =>
  Object.prototype.hasOwnProperty.call(object, name);
