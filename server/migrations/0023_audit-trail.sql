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
ALTER TABLE "sessions" ADD COLUMN "proven_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "audit_events_account" ON "audit_events" USING btree ("account","id");--> statement-breakpoint
CREATE INDEX "audit_events_at" ON "audit_events" USING btree ("at");--> statement-breakpoint
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
