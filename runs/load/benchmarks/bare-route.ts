import Fastify from 'fastify';
import { tellProcessorTime } from './bare-process.ts';

const app = Fastify();
app.get('/', () => ({ code: 0, message: 'ok', data: null }));
tellProcessorTime();
process.send!(await app.listen({ port: 0, host: '127.0.0.1' }));
