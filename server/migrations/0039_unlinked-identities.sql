CREATE TABLE "unlinked_identities" (
	"id" text PRIMARY KEY NOT NULL,
	"session" text NOT NULL,
	"provider" text NOT NULL,
	"subject" text NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"new_factor" jsonb,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "unlinked_identities_session" ON "unlinked_identities" USING btree ("session");--> statement-breakpoint
CREATE INDEX "unlinked_identities_expires_at" ON "unlinked_identities" USING btree ("expires_at");