CREATE TABLE "waiting_contact_changes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "waiting_contact_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"account" text NOT NULL,
	"kind" text NOT NULL,
	"before" text,
	"after" text,
	"reason" text NOT NULL,
	"asked_by" text NOT NULL,
	"stop_hash" text NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"outcome" text,
	CONSTRAINT "waiting_contact_changes_stop_hash_unique" UNIQUE("stop_hash")
);
--> statement-breakpoint
ALTER TABLE "waiting_contact_changes" ADD CONSTRAINT "waiting_contact_changes_account_accounts_ouid_fk" FOREIGN KEY ("account") REFERENCES "public"."accounts"("ouid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "waiting_contact_changes_one" ON "waiting_contact_changes" USING btree ("account","kind") WHERE "waiting_contact_changes"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "waiting_contact_changes_due_at" ON "waiting_contact_changes" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "waiting_contact_changes_ended_at" ON "waiting_contact_changes" USING btree ("ended_at");