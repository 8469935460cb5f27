/**
 * Loaded into every Node process of the long form of `npm test`. A warning of Node that our own code causes is thrown,
 * which fails the test or ends the service. It belongs to the code that called Node: the first frame outside of Node.
 */
process.on('warning', (warning) => {
  const frames = (warning.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  const caller = frames.find((line) => !/\bnode:/.test(line));
  if (caller && !caller.includes('node_modules')) throw warning;
});
