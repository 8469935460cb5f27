-- without a transaction
drop index concurrently if exists "accounts_external_id";--> statement-breakpoint
create unique index concurrently "accounts_external_id" on "accounts" ("external_id");
