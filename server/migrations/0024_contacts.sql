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
ALTER TABLE "accounts" ADD COLUMN "password_changed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "closes_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "contact_changes" ADD CONSTRAINT "contact_changes_account_accounts_ouid_fk" FOREIGN KEY ("account") REFERENCES "public"."accounts"("ouid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contact_changes_account" ON "contact_changes" USING btree ("account");--> statement-breakpoint
CREATE INDEX "contact_changes_expires_at" ON "contact_changes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "accounts_closes_at" ON "accounts" USING btree ("closes_at") WHERE "accounts"."closes_at" is not null;