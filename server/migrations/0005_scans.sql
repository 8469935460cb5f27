CREATE TABLE "scans" (
	"login_hash" text PRIMARY KEY NOT NULL,
	"scene_hash" text NOT NULL,
	"ticket_hash" text,
	"context_hash" text,
	"context_for" text,
	"context_until" timestamp with time zone,
	"app" text NOT NULL,
	"state" text NOT NULL,
	"browser" text NOT NULL,
	"fingerprint_hash" text NOT NULL,
	"device" text NOT NULL,
	"address" text NOT NULL,
	"country" text,
	"language" text NOT NULL,
	"target" text,
	"subjects" jsonb,
	"mobile" text,
	"outside_mainland" boolean DEFAULT false NOT NULL,
	"elsewhere" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "scans_scene_hash_unique" UNIQUE("scene_hash"),
	CONSTRAINT "scans_ticket_hash_unique" UNIQUE("ticket_hash"),
	CONSTRAINT "scans_context_hash_unique" UNIQUE("context_hash")
);
--> statement-breakpoint
CREATE INDEX "scans_expires_at" ON "scans" USING btree ("expires_at");