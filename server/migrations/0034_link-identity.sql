ALTER TABLE "scans" ADD COLUMN "link_session" text;--> statement-breakpoint
ALTER TABLE "scans" ADD COLUMN "link_account" text;