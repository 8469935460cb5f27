import { StartupError } from './platform/startup-error.ts';
import { serve } from './serve.ts';

/** A startup error explains itself; any other error is a bug and needs its stack. */
function explain(error: unknown): string {
  if (error instanceof StartupError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

try {
  const service = await serve(process.env);
  for (const message of service.startupMessages) console.log(message);

  const close = () =>
    void service.close().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(explain(error));
        process.exit(1);
      },
    );
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, close);
} catch (error) {
  console.error(explain(error));
  process.exit(1);
}
