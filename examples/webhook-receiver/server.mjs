import { createServer } from 'node:http';
import { webhookReader } from './receiver.mjs';

const { SECRET = '', PORT = '4200' } = process.env;
const read = webhookReader(SECRET);

createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += chunk;
  const event = read(request.headers, body);
  if (event === 'refused') return response.writeHead(401).end();
  // Store it and answer; what takes longer comes after that.
  if (event !== 'seen') console.log(event.type, event.data);
  return response.writeHead(204).end();
}).listen(Number(PORT), () => console.log(`Webhook receiver    http://localhost:${PORT}/`));
