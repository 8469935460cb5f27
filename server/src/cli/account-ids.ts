/** In front of an id that begins with a hyphen, which would otherwise be read as an option. */
const mark = 'id:';

const looksLikeOption = (arg: string) => /^--[a-z-]+$/.test(arg);

/** Marks the ids among the arguments that begin with a hyphen. */
export const markIds = (args: readonly string[]) =>
  args.map((arg) => (/^-[\w-]{21}$/.test(arg) && !looksLikeOption(arg) ? mark + arg : arg));

export const unmarkId = (arg: string) => (arg.startsWith(mark) ? arg.slice(mark.length) : arg);
