/** Durations are milliseconds. The outside world has its own, as it imports nothing of ours. */
export const seconds = (n: number) => n * 1000;
export const minutes = (n: number) => seconds(60 * n);
export const hours = (n: number) => minutes(60 * n);
export const days = (n: number) => hours(24 * n);
