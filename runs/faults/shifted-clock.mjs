/**
 * Loaded into a node before anything else, this moves the clock of its process: by the milliseconds of FAULTS_CLOCK_SHIFT,
 * and an hour back on SIGUSR2. PostgreSQL and the other nodes keep their time.
 */
const hour = 3_600_000;
let shift = Number(process.env.FAULTS_CLOCK_SHIFT ?? 0);
process.on('SIGUSR2', () => (shift = -hour));

const now = Date.now.bind(Date);
globalThis.Date = new Proxy(Date, {
  construct: (target, args, newTarget) => Reflect.construct(target, args.length ? args : [now() + shift], newTarget),
  get: (target, name) => (name === 'now' ? () => now() + shift : Reflect.get(target, name)),
});
