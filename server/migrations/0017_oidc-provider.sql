CREATE TABLE "oidc_clients" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"authentication" text NOT NULL,
	"secret_hash" text,
	"previous_secret_hash" text,
	"previous_secret_until" timestamp with time zone,
	"jwks" jsonb,
	"redirect_uris" text[] NOT NULL,
	"post_logout_redirect_uris" text[] NOT NULL,
	"backchannel_logout_uri" text,
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
ALTER TABLE "sessions" ADD COLUMN "sid" text DEFAULT gen_random_uuid()::text NOT NULL;--> statement-breakpoint
ALTER TABLE "oidc_logouts" ADD CONSTRAINT "oidc_logouts_client_oidc_clients_id_fk" FOREIGN KEY ("client") REFERENCES "public"."oidc_clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "oidc_records_grant_id" ON "oidc_records" USING btree ("grant_id");--> statement-breakpoint
CREATE INDEX "oidc_records_account" ON "oidc_records" USING btree ("account");--> statement-breakpoint
CREATE INDEX "oidc_records_expires_at" ON "oidc_records" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sessions_sid" ON "sessions" USING btree ("sid");--> statement-breakpoint
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
CREATE TRIGGER "sessions_ended" AFTER DELETE ON "sessions" FOR EACH ROW EXECUTE FUNCTION "end_application_sessions"();
