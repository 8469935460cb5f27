CREATE TABLE "authenticator_setups" (
	"handle_hash" text PRIMARY KEY NOT NULL,
	"account" text NOT NULL,
	"browser_id" text NOT NULL,
	"encrypted_secret" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "authenticators" (
	"account" text PRIMARY KEY NOT NULL,
	"encrypted_secret" text NOT NULL,
	"last_step" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "backup_codes" (
	"account" text NOT NULL,
	"code_hash" text NOT NULL,
	"salt" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "backup_codes_account_code_hash_pk" PRIMARY KEY("account","code_hash")
);
--> statement-breakpoint
ALTER TABLE "accounts" DROP CONSTRAINT "accounts_second_factor_has_mobile";--> statement-breakpoint
ALTER TABLE "trusted_browsers" ADD COLUMN "id" text DEFAULT gen_random_uuid()::text NOT NULL;--> statement-breakpoint
ALTER TABLE "trusted_browsers" ADD COLUMN "device" text;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "last_second_factor" text;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "own_factors" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "authenticator_setups" ADD CONSTRAINT "authenticator_setups_account_accounts_ouid_fk" FOREIGN KEY ("account") REFERENCES "public"."accounts"("ouid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "authenticators" ADD CONSTRAINT "authenticators_account_accounts_ouid_fk" FOREIGN KEY ("account") REFERENCES "public"."accounts"("ouid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backup_codes" ADD CONSTRAINT "backup_codes_account_accounts_ouid_fk" FOREIGN KEY ("account") REFERENCES "public"."accounts"("ouid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "authenticator_setups_expires_at" ON "authenticator_setups" USING btree ("expires_at");--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_second_factor_exists" CHECK (not "accounts"."second_factor" or "accounts"."mobile" is not null or "accounts"."own_factors" > 0) NOT VALID;--> statement-breakpoint
-- A check sees one row, so the authenticators and passkeys of an account are counted in it. A table with a column "account"
-- takes part by such a trigger.
CREATE FUNCTION "count_own_factors"() RETURNS trigger AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    UPDATE "accounts" SET "own_factors" = "own_factors" + 1 WHERE "ouid" = NEW."account";
  ELSE
    UPDATE "accounts" SET "own_factors" = "own_factors" - 1 WHERE "ouid" = OLD."account";
  END IF;
  RETURN NULL;
END
$$ LANGUAGE plpgsql;--> statement-breakpoint
CREATE TRIGGER "authenticators_counted" AFTER INSERT OR DELETE ON "authenticators" FOR EACH ROW
EXECUTE FUNCTION "count_own_factors"();
