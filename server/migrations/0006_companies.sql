CREATE TABLE "access_codes" (
	"code_hash" text PRIMARY KEY NOT NULL,
	"way" text NOT NULL,
	"company" text,
	"browser" text,
	"provider" text,
	"subject" text,
	"refusal" text,
	"mobile" text,
	"email" text,
	"email_only" boolean NOT NULL,
	"agreed" boolean NOT NULL,
	"target" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"redeemed_at" timestamp with time zone,
	"bound_until" timestamp with time zone,
	"bound_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "companies" (
	"slug" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"settings" jsonb NOT NULL,
	"mail_domains" text[] NOT NULL,
	"email_only" boolean NOT NULL,
	"enabled" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "company_sign_ins" (
	"state_hash" text PRIMARY KEY NOT NULL,
	"company" text,
	"way" text NOT NULL,
	"browser" text,
	"nonce" text NOT NULL,
	"verifier" text NOT NULL,
	"agreed" boolean NOT NULL,
	"target" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "seen_assertions" (
	"id_hash" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "held_sign_ins" ADD COLUMN "link_provider" text;--> statement-breakpoint
ALTER TABLE "held_sign_ins" ADD COLUMN "link_subject" text;--> statement-breakpoint
ALTER TABLE "access_codes" ADD CONSTRAINT "access_codes_company_companies_slug_fk" FOREIGN KEY ("company") REFERENCES "public"."companies"("slug") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_sign_ins" ADD CONSTRAINT "company_sign_ins_company_companies_slug_fk" FOREIGN KEY ("company") REFERENCES "public"."companies"("slug") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "access_codes_expires_at" ON "access_codes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "company_sign_ins_expires_at" ON "company_sign_ins" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "seen_assertions_expires_at" ON "seen_assertions" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "identities_one_per_company" ON "identities" USING btree ("account","provider") WHERE "identities"."provider" ~ '^(sso|wecom)[.]';