import Fastify from 'fastify';

const app = Fastify();
app.get('/', () => ({ code: 0, message: 'ok', data: null }));
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send(user + system);
});
process.send(await app.listen({ port: 0, host: '127.0.0.1' }));
