import { fileURLToPath } from 'node:url';
import { explainStartError } from './platform/startup-error.ts';
import { serve } from './serve.ts';

// The build, the migrations and relative paths of settings are in the folder of the installation.
process.chdir(fileURLToPath(new URL('../..', import.meta.url)));

try {
  const service = await serve(process.env);
  for (const message of service.startupMessages) console.log(message);

  const close = () =>
    void service.close().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(explainStartError(error));
        process.exit(1);
      },
    );
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, close);
} catch (error) {
  console.error(explainStartError(error));
  process.exit(1);
}
