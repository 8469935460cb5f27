CREATE TABLE "oidc_device_codes" (
	"user_code_hash" text PRIMARY KEY NOT NULL,
	"record" text NOT NULL,
	"interval" integer NOT NULL,
	"next_poll_at" timestamp with time zone NOT NULL,
	"too_early" boolean DEFAULT false NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "oidc_clients" ADD COLUMN "device" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "oidc_device_codes_record" ON "oidc_device_codes" USING btree ("record");--> statement-breakpoint
CREATE INDEX "oidc_device_codes_expires_at" ON "oidc_device_codes" USING btree ("expires_at");