CREATE TABLE "imported_passwords" (
	"account" text PRIMARY KEY NOT NULL,
	"hash" text,
	"dummy" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "people_imports" (
	"id" text PRIMARY KEY NOT NULL,
	"lines" integer NOT NULL,
	"digest" text NOT NULL,
	"imported" integer NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "plain_password_requests" (
	"handle_hash" text PRIMARY KEY NOT NULL,
	"attempts_left" integer NOT NULL,
	"may_pass" boolean NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "imported_passwords" ADD CONSTRAINT "imported_passwords_account_accounts_ouid_fk" FOREIGN KEY ("account") REFERENCES "public"."accounts"("ouid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "imported_passwords_expires_at" ON "imported_passwords" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "imported_passwords_open" ON "imported_passwords" USING btree ("expires_at") WHERE "imported_passwords"."hash" is not null;--> statement-breakpoint
CREATE INDEX "plain_password_requests_expires_at" ON "plain_password_requests" USING btree ("expires_at");--> statement-breakpoint
-- A password can be set in several ways, the operator's SQL among them. Whichever it was, the imported password is not
-- valid any more.
CREATE FUNCTION "remove_imported_password"() RETURNS trigger AS $$
BEGIN
  UPDATE "imported_passwords" SET "hash" = NULL WHERE "account" = NEW."ouid" AND "hash" IS NOT NULL;
  RETURN NULL;
END
$$ LANGUAGE plpgsql;--> statement-breakpoint
CREATE TRIGGER "accounts_password_set" AFTER UPDATE OF "password_hash" ON "accounts" FOR EACH ROW
EXECUTE FUNCTION "remove_imported_password"();
