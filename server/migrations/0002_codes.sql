CREATE TABLE "budgets" (
	"key" text PRIMARY KEY NOT NULL,
	"spent" timestamp with time zone[] NOT NULL,
	"forgotten_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "codes" (
	"handle_hash" text PRIMARY KEY NOT NULL,
	"biz_type" text NOT NULL,
	"kind" text NOT NULL,
	"address" text NOT NULL,
	"account" text,
	"held_by" text,
	"browser" text NOT NULL,
	"code_hash" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"verified_at" timestamp with time zone,
	"spent_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "human_checks" (
	"puzzle" text PRIMARY KEY NOT NULL,
	"pass_hash" text NOT NULL,
	"browser" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"spent_at" timestamp with time zone,
	CONSTRAINT "human_checks_pass_hash_unique" UNIQUE("pass_hash")
);
--> statement-breakpoint
CREATE TABLE "password_offers" (
	"handle_hash" text PRIMARY KEY NOT NULL,
	"session" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "secrets" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "codes" ADD CONSTRAINT "codes_account_accounts_ouid_fk" FOREIGN KEY ("account") REFERENCES "public"."accounts"("ouid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_offers" ADD CONSTRAINT "password_offers_session_sessions_id_fk" FOREIGN KEY ("session") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "budgets_forgotten_at" ON "budgets" USING btree ("forgotten_at");--> statement-breakpoint
CREATE INDEX "codes_address_biz_type" ON "codes" USING btree ("address","biz_type");--> statement-breakpoint
CREATE INDEX "codes_expires_at" ON "codes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "human_checks_expires_at" ON "human_checks" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "password_offers_expires_at" ON "password_offers" USING btree ("expires_at");