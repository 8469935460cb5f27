import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  // These variables of the environment become part of the page. A client in the browser has no secret.
  envPrefix: ['ISSUER', 'CLIENT_ID'],
  // The client is registered with this URL, so another port would not work.
  preview: { port: Number(process.env['PORT'] ?? 5173), strictPort: true },
});
