import { createServer } from 'node:http';
import { backEnd } from './back-end.mjs';

const { PAGE_ORIGIN = 'http://localhost:8080', PORT = '4300' } = process.env;
createServer(backEnd({ origin: PAGE_ORIGIN })).listen(Number(PORT), () =>
  console.log(`Back end    http://localhost:${PORT}/api`),
);
