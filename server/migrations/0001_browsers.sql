CREATE TABLE "known_browsers" (
	"account" text NOT NULL,
	"browser" text NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "known_browsers_account_browser_pk" PRIMARY KEY("account","browser")
);
--> statement-breakpoint
CREATE TABLE "person_searches" (
	"handle_hash" text PRIMARY KEY NOT NULL,
	"person" text NOT NULL,
	"account" text,
	"browser" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "trusted_browsers" (
	"token_hash" text NOT NULL,
	"account" text NOT NULL,
	"browser" text NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "trusted_browsers_token_hash_account_pk" PRIMARY KEY("token_hash","account")
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "identity_checked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "language" text;--> statement-breakpoint
ALTER TABLE "held_sign_ins" ADD COLUMN "factors" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "held_sign_ins" ADD COLUMN "browser" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "known_browsers" ADD CONSTRAINT "known_browsers_account_accounts_ouid_fk" FOREIGN KEY ("account") REFERENCES "public"."accounts"("ouid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_searches" ADD CONSTRAINT "person_searches_account_accounts_ouid_fk" FOREIGN KEY ("account") REFERENCES "public"."accounts"("ouid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trusted_browsers" ADD CONSTRAINT "trusted_browsers_account_accounts_ouid_fk" FOREIGN KEY ("account") REFERENCES "public"."accounts"("ouid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "known_browsers_last_seen_at" ON "known_browsers" USING btree ("last_seen_at");--> statement-breakpoint
CREATE INDEX "person_searches_expires_at" ON "person_searches" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "trusted_browsers_account" ON "trusted_browsers" USING btree ("account");--> statement-breakpoint
CREATE INDEX "trusted_browsers_expires_at" ON "trusted_browsers" USING btree ("expires_at");