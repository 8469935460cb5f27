import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** Starts a service on a free port, on another one if a process took the port meanwhile. */
export async function onFreePort<Started>(start: (port: number) => Promise<Started>): Promise<Started> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  try {
    return await start(port);
  } catch (error) {
    if (String(error).includes(`Port ${port} is taken`)) return onFreePort(start);
    throw error;
  }
}
