ALTER TABLE "backup_codes" ADD COLUMN "pending" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "backup_codes" ADD COLUMN "setup_hash" text;