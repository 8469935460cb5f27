ALTER TABLE "oidc_clients" ADD COLUMN "names" jsonb;--> statement-breakpoint
ALTER TABLE "oidc_clients" ADD COLUMN "login_uri" text;