CREATE TABLE "remembered_accounts" (
	"browser_id" text NOT NULL,
	"account" text NOT NULL,
	"method" text NOT NULL,
	"last_used_at" timestamp with time zone NOT NULL,
	CONSTRAINT "remembered_accounts_browser_id_account_pk" PRIMARY KEY("browser_id","account")
);
--> statement-breakpoint
ALTER TABLE "remembered_accounts" ADD CONSTRAINT "remembered_accounts_account_accounts_ouid_fk" FOREIGN KEY ("account") REFERENCES "public"."accounts"("ouid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "remembered_accounts_account" ON "remembered_accounts" USING btree ("account");--> statement-breakpoint
CREATE INDEX "remembered_accounts_last_used_at" ON "remembered_accounts" USING btree ("last_used_at");--> statement-breakpoint
-- Accounts are disabled in the database itself, so the database makes every browser forget such an account.
CREATE FUNCTION "forget_disabled_account"() RETURNS trigger AS $$
BEGIN
  DELETE FROM "remembered_accounts" WHERE "account" = NEW."ouid";
  RETURN NULL;
END
$$ LANGUAGE plpgsql;--> statement-breakpoint
CREATE TRIGGER "accounts_disabled_forgotten" AFTER UPDATE OF "disabled_at" ON "accounts" FOR EACH ROW
WHEN (OLD."disabled_at" IS DISTINCT FROM NEW."disabled_at") EXECUTE FUNCTION "forget_disabled_account"();
