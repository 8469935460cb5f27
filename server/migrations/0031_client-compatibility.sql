ALTER TABLE "oidc_clients" ADD COLUMN "pkce_optional" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "oidc_clients" ADD COLUMN "claims_in_id_token" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "oidc_clients" ADD COLUMN "refresh_grace" integer DEFAULT 10 NOT NULL;