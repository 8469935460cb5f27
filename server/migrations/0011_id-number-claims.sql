CREATE TABLE "id_number_claims" (
	"account" text PRIMARY KEY NOT NULL,
	"handle_hash" text NOT NULL,
	"id_number" text NOT NULL,
	"claimed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "password_reset_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "id_number_claims" ADD CONSTRAINT "id_number_claims_account_accounts_ouid_fk" FOREIGN KEY ("account") REFERENCES "public"."accounts"("ouid") ON DELETE cascade ON UPDATE no action;