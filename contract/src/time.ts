/** Durations are in milliseconds; these functions name the unit where a number is written. */
export const seconds = /* @__NO_SIDE_EFFECTS__ */ (n: number) => n * 1000;
export const minutes = /* @__NO_SIDE_EFFECTS__ */ (n: number) => seconds(60 * n);
export const hours = /* @__NO_SIDE_EFFECTS__ */ (n: number) => minutes(60 * n);
export const days = /* @__NO_SIDE_EFFECTS__ */ (n: number) => hours(24 * n);
