import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: 'server/src/store/schema/*schema.ts',
  out: 'server/migrations',
});
