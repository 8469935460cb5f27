/**
 * Loaded into every Node process of the long form of `npm test`. A warning of Node that our own code causes is thrown,
 * which fails the test or ends the service. A warning belongs to the code that called Node: the first frame outside it.
 */
process.on('warning', (warning) => {
  const frames = (warning.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  const caller = frames.find((line) => !line.includes('node:internal') && !/\(?node:[\w/]+:\d+/.test(line));
  if (caller && !caller.includes('node_modules') && !caller.includes('fail-on-warning')) throw warning;
});
