ALTER TABLE "accounts" ADD CONSTRAINT "accounts_password_hash_format" CHECK ("accounts"."password_hash" like '$argon2%$m=%,t=%,p=%$%$%') NOT VALID;--> statement-breakpoint
-- Accounts are disabled and enabled in the database itself, so the database ends what such an account has open. Enabling
-- ends it too: a sign-in that was under way may have opened a session meanwhile.
CREATE FUNCTION "end_sessions_of_account"() RETURNS trigger AS $$
BEGIN
  DELETE FROM "sessions" WHERE "account" = NEW."ouid";
  DELETE FROM "trusted_browsers" WHERE "account" = NEW."ouid";
  -- While the account is disabled, a pending sign-in stays to be refused with that reason.
  IF NEW."disabled_at" IS NULL THEN
    DELETE FROM "pending_sign_ins" WHERE "account" = NEW."ouid";
  END IF;
  RETURN NULL;
END
$$ LANGUAGE plpgsql;--> statement-breakpoint
CREATE TRIGGER "accounts_disabled" AFTER UPDATE OF "disabled_at" ON "accounts" FOR EACH ROW
WHEN (OLD."disabled_at" IS DISTINCT FROM NEW."disabled_at") EXECUTE FUNCTION "end_sessions_of_account"();
