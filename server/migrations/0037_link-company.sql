ALTER TABLE "access_codes" ADD COLUMN "link_session" text;--> statement-breakpoint
ALTER TABLE "sso_requests" ADD COLUMN "link_session" text;