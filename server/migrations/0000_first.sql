CREATE TABLE "audit_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone NOT NULL,
	"account" text,
	"type" text NOT NULL,
	"actor" text NOT NULL,
	"method" text,
	"factor" text,
	"details" jsonb NOT NULL,
	"request_id" text NOT NULL,
	"masked_ip" text NOT NULL,
	"device" text NOT NULL,
	"sid" text
);
--> statement-breakpoint
CREATE TABLE "known_browsers" (
	"account" text NOT NULL,
	"browser_id" text NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "known_browsers_account_browser_id_pk" PRIMARY KEY("account","browser_id")
);
--> statement-breakpoint
CREATE TABLE "remembered_accounts" (
	"browser_id" text NOT NULL,
	"account" text NOT NULL,
	"method" text NOT NULL,
	"last_used_at" timestamp with time zone NOT NULL,
	CONSTRAINT "remembered_accounts_browser_id_account_pk" PRIMARY KEY("browser_id","account")
);
--> statement-breakpoint
CREATE TABLE "trusted_browsers" (
	"id" text DEFAULT gen_random_uuid()::text NOT NULL,
	"token_hash" text NOT NULL,
	"account" text NOT NULL,
	"browser_id" text NOT NULL,
	"device" text,
	"since" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "trusted_browsers_token_hash_account_pk" PRIMARY KEY("token_hash","account")
);
--> statement-breakpoint
CREATE TABLE "access_codes" (
	"code_hash" text PRIMARY KEY NOT NULL,
	"method" text NOT NULL,
	"company" text,
	"browser_id" text,
	"page_key" text,
	"provider" text,
	"subject" text,
	"refusal" text,
	"mobile" text,
	"email" text,
	"email_only" boolean NOT NULL,
	"agreed" boolean NOT NULL,
	"redirect_url" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"redeemed_at" timestamp with time zone,
	"bindable_until" timestamp with time zone,
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
CREATE TABLE "seen_assertions" (
	"id_hash" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sso_requests" (
	"state_hash" text PRIMARY KEY NOT NULL,
	"company" text,
	"protocol" text NOT NULL,
	"browser_id" text,
	"page_key" text,
	"nonce" text NOT NULL,
	"verifier" text NOT NULL,
	"agreed" boolean NOT NULL,
	"redirect_url" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "contact_changes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "contact_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"account" text NOT NULL,
	"kind" text NOT NULL,
	"before" text,
	"after" text,
	"undo_hash" text NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"undone_at" timestamp with time zone,
	CONSTRAINT "contact_changes_undo_hash_unique" UNIQUE("undo_hash")
);
--> statement-breakpoint
CREATE TABLE "article_hits" (
	"article" text NOT NULL,
	"language" text NOT NULL,
	"hits" integer NOT NULL,
	CONSTRAINT "article_hits_article_language_pk" PRIMARY KEY("article","language")
);
--> statement-breakpoint
CREATE TABLE "articles" (
	"id" text NOT NULL,
	"language" text NOT NULL,
	"position" integer NOT NULL,
	"area" text NOT NULL,
	"product" text,
	"title" text NOT NULL,
	"summary" text NOT NULL,
	"body" text NOT NULL,
	"link" text,
	"explains" text[] NOT NULL,
	CONSTRAINT "articles_id_language_pk" PRIMARY KEY("id","language")
);
--> statement-breakpoint
CREATE TABLE "banners" (
	"id" text NOT NULL,
	"language" text NOT NULL,
	"position" integer NOT NULL,
	"picture" text NOT NULL,
	"alt" text NOT NULL,
	"link" text,
	"shown_from" timestamp with time zone,
	"shown_until" timestamp with time zone,
	CONSTRAINT "banners_id_language_pk" PRIMARY KEY("id","language")
);
--> statement-breakpoint
CREATE TABLE "event_counts" (
	"day" date NOT NULL,
	"name" text NOT NULL,
	"details" text[] NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "event_counts_day_name_details_pk" PRIMARY KEY("day","name","details")
);
--> statement-breakpoint
CREATE TABLE "pictures" (
	"name" text PRIMARY KEY NOT NULL,
	"base64" text NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE "human_checks" (
	"puzzle" text PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"browser_id" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "human_checks_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
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
CREATE TABLE "oidc_clients" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"names" jsonb,
	"authentication" text NOT NULL,
	"secret_hash" text,
	"previous_secret_hash" text,
	"previous_secret_until" timestamp with time zone,
	"jwks" jsonb,
	"redirect_uris" text[] NOT NULL,
	"post_logout_redirect_uris" text[] NOT NULL,
	"backchannel_logout_uri" text,
	"login_uri" text,
	"first_party" boolean NOT NULL,
	"require_pushed_requests" boolean NOT NULL,
	"require_signed_requests" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "oidc_keys" (
	"generation" integer PRIMARY KEY NOT NULL,
	"kid" text NOT NULL,
	"encrypted_key" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"signs_from" timestamp with time zone NOT NULL,
	"published_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "oidc_logouts" (
	"client" text NOT NULL,
	"sid" text NOT NULL,
	"account" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone,
	CONSTRAINT "oidc_logouts_client_sid_pk" PRIMARY KEY("client","sid")
);
--> statement-breakpoint
CREATE TABLE "oidc_permissions" (
	"account" text NOT NULL,
	"client" text NOT NULL,
	"scopes" text[] NOT NULL,
	"allowed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "oidc_permissions_account_client_pk" PRIMARY KEY("account","client")
);
--> statement-breakpoint
CREATE TABLE "oidc_records" (
	"model" text NOT NULL,
	"id_hash" text NOT NULL,
	"payload" jsonb NOT NULL,
	"grant_id" text,
	"account" text,
	"created_at" timestamp with time zone NOT NULL,
	"consumed_at" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "oidc_records_model_id_hash_pk" PRIMARY KEY("model","id_hash")
);
--> statement-breakpoint
CREATE TABLE "oidc_sessions" (
	"sid" text PRIMARY KEY NOT NULL,
	"authorizations" jsonb NOT NULL,
	"state" jsonb
);
--> statement-breakpoint
CREATE TABLE "passkey_challenges" (
	"challenge_hash" text PRIMARY KEY NOT NULL,
	"browser_id" text NOT NULL,
	"purpose" text NOT NULL,
	"account" text,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" text PRIMARY KEY NOT NULL,
	"account" text NOT NULL,
	"credential_id" text NOT NULL,
	"user_handle" text,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text[] NOT NULL,
	"aaguid" text NOT NULL,
	"name" text,
	"backup_eligible" boolean NOT NULL,
	"backed_up" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone,
	CONSTRAINT "passkeys_credential_id_unique" UNIQUE("credential_id")
);
--> statement-breakpoint
CREATE TABLE "id_number_claims" (
	"account" text PRIMARY KEY NOT NULL,
	"handle_hash" text NOT NULL,
	"id_number" text NOT NULL,
	"claimed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "person_searches" (
	"handle_hash" text PRIMARY KEY NOT NULL,
	"person_hash" text NOT NULL,
	"account" text,
	"browser_id" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "accounts" (
	"ouid" text PRIMARY KEY NOT NULL,
	"mobile" text,
	"email" text,
	"name" text,
	"latin_name" text,
	"id_number" text,
	"password_hash" text,
	"password_reset_at" timestamp with time zone,
	"password_changed_at" timestamp with time zone,
	"second_factor" boolean DEFAULT false NOT NULL,
	"last_second_factor" text,
	"own_factors" integer DEFAULT 0 NOT NULL,
	"disabled_at" timestamp with time zone,
	"last_sign_in_at" timestamp with time zone,
	"identity_checked_at" timestamp with time zone,
	"language" text,
	"passkey_offer_from" timestamp with time zone,
	"real_name_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"closes_at" timestamp with time zone,
	CONSTRAINT "accounts_mobile_unique" UNIQUE("mobile"),
	CONSTRAINT "accounts_email_unique" UNIQUE("email"),
	CONSTRAINT "accounts_password_hash_format" CHECK ("accounts"."password_hash" like '$argon2%$m=%,t=%,p=%$%$%'),
	CONSTRAINT "accounts_second_factor_exists" CHECK (not "accounts"."second_factor" or "accounts"."mobile" is not null or "accounts"."own_factors" > 0)
);
--> statement-breakpoint
CREATE TABLE "attempts" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"blocked_until" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "codes" (
	"handle_hash" text PRIMARY KEY NOT NULL,
	"biz_type" text NOT NULL,
	"kind" text NOT NULL,
	"recipient" text NOT NULL,
	"account" text,
	"previous_handle_hash" text,
	"browser_id" text NOT NULL,
	"code_hash" text NOT NULL,
	"failed_attempts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"verified_at" timestamp with time zone,
	"used_at" timestamp with time zone,
	"used_with_hash" text
);
--> statement-breakpoint
CREATE TABLE "consents" (
	"account" text NOT NULL,
	"version" text NOT NULL,
	"language" text NOT NULL,
	"agreed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "consents_account_version_pk" PRIMARY KEY("account","version")
);
--> statement-breakpoint
CREATE TABLE "identities" (
	"id" text PRIMARY KEY NOT NULL,
	"account" text NOT NULL,
	"provider" text NOT NULL,
	"subject" text NOT NULL,
	"since" timestamp with time zone NOT NULL,
	CONSTRAINT "identities_provider_subject" UNIQUE("provider","subject")
);
--> statement-breakpoint
CREATE TABLE "password_offers" (
	"handle_hash" text PRIMARY KEY NOT NULL,
	"session" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "pending_sign_ins" (
	"handle_hash" text PRIMARY KEY NOT NULL,
	"account" text NOT NULL,
	"awaiting" text NOT NULL,
	"method" text NOT NULL,
	"factors" text[] DEFAULT '{}' NOT NULL,
	"browser_id" text DEFAULT '' NOT NULL,
	"redirect_url" text NOT NULL,
	"proof_hash" text,
	"link_identities" jsonb,
	"link_provider" text,
	"link_subject" text,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "pending_sign_ins_proof_hash_unique" UNIQUE("proof_hash")
);
--> statement-breakpoint
CREATE TABLE "budgets" (
	"key" text PRIMARY KEY NOT NULL,
	"used_at" timestamp with time zone[] NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "scans" (
	"login_id_hash" text PRIMARY KEY NOT NULL,
	"scene_hash" text NOT NULL,
	"ticket_hash" text,
	"context_hash" text,
	"context_for" text,
	"context_expires_at" timestamp with time zone,
	"app" text NOT NULL,
	"state" text NOT NULL,
	"browser_id" text NOT NULL,
	"fingerprint_hash" text NOT NULL,
	"device" text NOT NULL,
	"masked_ip" text NOT NULL,
	"country" text,
	"language" text NOT NULL,
	"redirect_url" text,
	"subjects" jsonb,
	"mobile" text,
	"outside_mainland" boolean DEFAULT false NOT NULL,
	"other_country" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "scans_scene_hash_unique" UNIQUE("scene_hash"),
	CONSTRAINT "scans_ticket_hash_unique" UNIQUE("ticket_hash"),
	CONSTRAINT "scans_context_hash_unique" UNIQUE("context_hash")
);
--> statement-breakpoint
CREATE TABLE "secrets" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"sid" text DEFAULT gen_random_uuid()::text NOT NULL,
	"account" text NOT NULL,
	"state" text NOT NULL,
	"method" text NOT NULL,
	"factors" text[] NOT NULL,
	"device" text NOT NULL,
	"masked_ip" text NOT NULL,
	"proof_hash" text,
	"created_at" timestamp with time zone NOT NULL,
	"proven_at" timestamp with time zone,
	"last_seen_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sessions_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "sessions_proof_hash_unique" UNIQUE("proof_hash")
);
--> statement-breakpoint
CREATE TABLE "verified_mobiles" (
	"payload_hash" text PRIMARY KEY NOT NULL,
	"subject_hashes" text[] NOT NULL,
	"last_used_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "known_browsers" ADD CONSTRAINT "known_browsers_account_accounts_ouid_fk" FOREIGN KEY ("account") REFERENCES "public"."accounts"("ouid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "remembered_accounts" ADD CONSTRAINT "remembered_accounts_account_accounts_ouid_fk" FOREIGN KEY ("account") REFERENCES "public"."accounts"("ouid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trusted_browsers" ADD CONSTRAINT "trusted_browsers_account_accounts_ouid_fk" FOREIGN KEY ("account") REFERENCES "public"."accounts"("ouid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_codes" ADD CONSTRAINT "access_codes_company_companies_slug_fk" FOREIGN KEY ("company") REFERENCES "public"."companies"("slug") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sso_requests" ADD CONSTRAINT "sso_requests_company_companies_slug_fk" FOREIGN KEY ("company") REFERENCES "public"."companies"("slug") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_changes" ADD CONSTRAINT "contact_changes_account_accounts_ouid_fk" FOREIGN KEY ("account") REFERENCES "public"."accounts"("ouid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "authenticator_setups" ADD CONSTRAINT "authenticator_setups_account_accounts_ouid_fk" FOREIGN KEY ("account") REFERENCES "public"."accounts"("ouid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "authenticators" ADD CONSTRAINT "authenticators_account_accounts_ouid_fk" FOREIGN KEY ("account") REFERENCES "public"."accounts"("ouid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backup_codes" ADD CONSTRAINT "backup_codes_account_accounts_ouid_fk" FOREIGN KEY ("account") REFERENCES "public"."accounts"("ouid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imported_passwords" ADD CONSTRAINT "imported_passwords_account_accounts_ouid_fk" FOREIGN KEY ("account") REFERENCES "public"."accounts"("ouid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oidc_logouts" ADD CONSTRAINT "oidc_logouts_client_oidc_clients_id_fk" FOREIGN KEY ("client") REFERENCES "public"."oidc_clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oidc_permissions" ADD CONSTRAINT "oidc_permissions_account_accounts_ouid_fk" FOREIGN KEY ("account") REFERENCES "public"."accounts"("ouid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oidc_permissions" ADD CONSTRAINT "oidc_permissions_client_oidc_clients_id_fk" FOREIGN KEY ("client") REFERENCES "public"."oidc_clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkey_challenges" ADD CONSTRAINT "passkey_challenges_account_accounts_ouid_fk" FOREIGN KEY ("account") REFERENCES "public"."accounts"("ouid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_account_accounts_ouid_fk" FOREIGN KEY ("account") REFERENCES "public"."accounts"("ouid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "id_number_claims" ADD CONSTRAINT "id_number_claims_account_accounts_ouid_fk" FOREIGN KEY ("account") REFERENCES "public"."accounts"("ouid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_searches" ADD CONSTRAINT "person_searches_account_accounts_ouid_fk" FOREIGN KEY ("account") REFERENCES "public"."accounts"("ouid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "codes" ADD CONSTRAINT "codes_account_accounts_ouid_fk" FOREIGN KEY ("account") REFERENCES "public"."accounts"("ouid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_account_accounts_ouid_fk" FOREIGN KEY ("account") REFERENCES "public"."accounts"("ouid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identities" ADD CONSTRAINT "identities_account_accounts_ouid_fk" FOREIGN KEY ("account") REFERENCES "public"."accounts"("ouid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_offers" ADD CONSTRAINT "password_offers_session_sessions_id_fk" FOREIGN KEY ("session") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pending_sign_ins" ADD CONSTRAINT "pending_sign_ins_account_accounts_ouid_fk" FOREIGN KEY ("account") REFERENCES "public"."accounts"("ouid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_account_accounts_ouid_fk" FOREIGN KEY ("account") REFERENCES "public"."accounts"("ouid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_events_account" ON "audit_events" USING btree ("account","id");--> statement-breakpoint
CREATE INDEX "audit_events_at" ON "audit_events" USING btree ("at");--> statement-breakpoint
CREATE INDEX "known_browsers_last_seen_at" ON "known_browsers" USING btree ("last_seen_at");--> statement-breakpoint
CREATE INDEX "remembered_accounts_account" ON "remembered_accounts" USING btree ("account");--> statement-breakpoint
CREATE INDEX "remembered_accounts_last_used_at" ON "remembered_accounts" USING btree ("last_used_at");--> statement-breakpoint
CREATE INDEX "trusted_browsers_account" ON "trusted_browsers" USING btree ("account");--> statement-breakpoint
CREATE INDEX "trusted_browsers_expires_at" ON "trusted_browsers" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "access_codes_expires_at" ON "access_codes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "seen_assertions_expires_at" ON "seen_assertions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sso_requests_expires_at" ON "sso_requests" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "contact_changes_account" ON "contact_changes" USING btree ("account");--> statement-breakpoint
CREATE INDEX "contact_changes_expires_at" ON "contact_changes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "authenticator_setups_expires_at" ON "authenticator_setups" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "human_checks_expires_at" ON "human_checks" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "imported_passwords_expires_at" ON "imported_passwords" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "imported_passwords_open" ON "imported_passwords" USING btree ("expires_at") WHERE "imported_passwords"."hash" is not null;--> statement-breakpoint
CREATE INDEX "plain_password_requests_expires_at" ON "plain_password_requests" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "oidc_records_grant_id" ON "oidc_records" USING btree ("grant_id");--> statement-breakpoint
CREATE INDEX "oidc_records_account" ON "oidc_records" USING btree ("account");--> statement-breakpoint
CREATE INDEX "oidc_records_expires_at" ON "oidc_records" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "passkey_challenges_expires_at" ON "passkey_challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "passkeys_account" ON "passkeys" USING btree ("account");--> statement-breakpoint
CREATE INDEX "person_searches_expires_at" ON "person_searches" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "accounts_id_number" ON "accounts" USING btree ("id_number");--> statement-breakpoint
CREATE INDEX "accounts_closes_at" ON "accounts" USING btree ("closes_at") WHERE "accounts"."closes_at" is not null;--> statement-breakpoint
CREATE INDEX "accounts_mobile_prefix" ON "accounts" USING btree ("mobile" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "accounts_email_prefix" ON "accounts" USING btree ("email" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "accounts_name_prefix" ON "accounts" USING btree ("name" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "accounts_latin_name_prefix" ON "accounts" USING btree (lower("latin_name") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "accounts_email_not_ascii" ON "accounts" USING btree ("email") WHERE "accounts"."email" ~ '[^ -~]';--> statement-breakpoint
CREATE INDEX "attempts_expires_at" ON "attempts" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "codes_recipient_biz_type" ON "codes" USING btree ("recipient","biz_type");--> statement-breakpoint
CREATE INDEX "codes_expires_at" ON "codes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "identities_account" ON "identities" USING btree ("account");--> statement-breakpoint
CREATE UNIQUE INDEX "identities_one_per_company" ON "identities" USING btree ("account","provider") WHERE "identities"."provider" ~ '^(sso|wecom)[.]';--> statement-breakpoint
CREATE INDEX "password_offers_expires_at" ON "password_offers" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "pending_sign_ins_expires_at" ON "pending_sign_ins" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "budgets_expires_at" ON "budgets" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "scans_expires_at" ON "scans" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sessions_account" ON "sessions" USING btree ("account");--> statement-breakpoint
CREATE INDEX "sessions_sid" ON "sessions" USING btree ("sid");--> statement-breakpoint
CREATE INDEX "sessions_expires_at" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
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
WHEN (OLD."disabled_at" IS DISTINCT FROM NEW."disabled_at") EXECUTE FUNCTION "end_sessions_of_account"();--> statement-breakpoint
-- Accounts are disabled in the database itself, so the database makes every browser forget such an account.
CREATE FUNCTION "forget_disabled_account"() RETURNS trigger AS $$
BEGIN
  DELETE FROM "remembered_accounts" WHERE "account" = NEW."ouid";
  RETURN NULL;
END
$$ LANGUAGE plpgsql;--> statement-breakpoint
CREATE TRIGGER "accounts_disabled_forgotten" AFTER UPDATE OF "disabled_at" ON "accounts" FOR EACH ROW
WHEN (OLD."disabled_at" IS DISTINCT FROM NEW."disabled_at") EXECUTE FUNCTION "forget_disabled_account"();--> statement-breakpoint
-- A session ends in many ways: a sign-out, another account in the same browser, a disabled account. Whichever it was, the
-- applications that the person used in it are told, in the same transaction.
CREATE FUNCTION "end_application_sessions"() RETURNS trigger AS $$
BEGIN
  -- A new sign-in to the same account in the same browser has taken over.
  IF EXISTS (SELECT FROM "sessions" WHERE "sid" = OLD."sid") THEN
    RETURN NULL;
  END IF;
  -- A session that has expired by itself is not announced: applications have lifetimes of their own.
  IF OLD."expires_at" > clock_timestamp() THEN
    INSERT INTO "oidc_logouts" ("client", "sid", "account")
    SELECT "oidc_clients"."id", "used"."value" ->> 'sid', OLD."account"
    FROM "oidc_sessions", jsonb_each("oidc_sessions"."authorizations") AS "used", "oidc_clients"
    WHERE "oidc_sessions"."sid" = OLD."sid"
      AND "oidc_clients"."id" = "used"."key"
      AND "oidc_clients"."backchannel_logout_uri" IS NOT NULL
      AND "used"."value" ->> 'sid' IS NOT NULL
    ON CONFLICT DO NOTHING;
  END IF;
  DELETE FROM "oidc_sessions" WHERE "sid" = OLD."sid";
  RETURN NULL;
END
$$ LANGUAGE plpgsql;--> statement-breakpoint
CREATE TRIGGER "sessions_ended" AFTER DELETE ON "sessions" FOR EACH ROW EXECUTE FUNCTION "end_application_sessions"();--> statement-breakpoint
-- A password can be set in several ways, the operator's SQL among them. Whichever it was, the imported password is not
-- valid any more.
CREATE FUNCTION "remove_imported_password"() RETURNS trigger AS $$
BEGIN
  UPDATE "imported_passwords" SET "hash" = NULL WHERE "account" = NEW."ouid" AND "hash" IS NOT NULL;
  RETURN NULL;
END
$$ LANGUAGE plpgsql;--> statement-breakpoint
CREATE TRIGGER "accounts_password_set" AFTER UPDATE OF "password_hash" ON "accounts" FOR EACH ROW
EXECUTE FUNCTION "remove_imported_password"();--> statement-breakpoint
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
EXECUTE FUNCTION "count_own_factors"();--> statement-breakpoint
CREATE TRIGGER "passkeys_counted" AFTER INSERT OR DELETE ON "passkeys" FOR EACH ROW
EXECUTE FUNCTION "count_own_factors"();--> statement-breakpoint
-- The audit trail is append-only, also for the operator's SQL. The sweep names, for its transaction, the time before which
-- it may delete.
CREATE FUNCTION "keep_audit_events"() RETURNS trigger AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF OLD."at" < nullif(current_setting('foyer.delete_audit_before', true), '')::timestamptz THEN
      RETURN OLD;
    END IF;
  END IF;
  RAISE EXCEPTION 'audit_events is append-only';
END
$$ LANGUAGE plpgsql;--> statement-breakpoint
CREATE TRIGGER "audit_events_kept" BEFORE UPDATE OR DELETE ON "audit_events" FOR EACH ROW
EXECUTE FUNCTION "keep_audit_events"();--> statement-breakpoint
CREATE TRIGGER "audit_events_not_truncated" BEFORE TRUNCATE ON "audit_events" FOR EACH STATEMENT
EXECUTE FUNCTION "keep_audit_events"();