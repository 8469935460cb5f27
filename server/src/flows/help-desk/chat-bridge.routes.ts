import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../services.ts';
import { chatBridgePath } from '../../config/content-config.ts';
import script from './chat-bridge.js?raw';

/**
 * Sandboxed without an origin: the vendor's script can neither read the sign-in page nor send its cookies. It may load
 * what it needs over https. It may also insert styles, because chat scripts do; there is nothing else on this page.
 */
const policy = [
  'sandbox allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox',
  "default-src 'none'",
  `script-src 'sha256-${createHash('sha256').update(script).digest('base64')}' 'strict-dynamic'`,
  "style-src https: 'unsafe-inline'",
  'img-src https: data: blob:',
  'font-src https: data:',
  'media-src https: blob:',
  'connect-src https: wss:',
  'frame-src https:',
  'form-action https:',
  "base-uri 'none'",
  "frame-ancestors 'self'",
].join('; ');

/** The page of ours that runs a vendor's chat script, in a frame. */
export function chatBridgeRoutes(server: FastifyInstance, { config: { chatScript } }: Services) {
  if (!chatScript) return;
  const { url, setup } = chatScript;
  // The script stands unescaped, because the policy allows exactly these bytes by their hash.
  const document = `<!doctype html>
<html>
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Chat</title></head>
<body data-script="${escape(url)}" data-setup="${escape(setup)}"><script>${script}</script></body>
</html>
`;
  server.get(chatBridgePath, (_, reply) =>
    reply
      .header('Cache-Control', 'no-store')
      .header('Content-Security-Policy', policy)
      .header('X-Frame-Options', 'SAMEORIGIN')
      .type('text/html; charset=utf-8')
      .send(document),
  );
}

const escape = (text: string) => text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;');
