ALTER TABLE "access_codes" ADD COLUMN "page_key" text;--> statement-breakpoint
ALTER TABLE "sso_requests" ADD COLUMN "page_key" text;