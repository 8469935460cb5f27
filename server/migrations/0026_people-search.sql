ALTER TABLE "passkeys" ADD COLUMN "user_handle" text;--> statement-breakpoint
CREATE INDEX "accounts_mobile_prefix" ON "accounts" USING btree ("mobile" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "accounts_email_prefix" ON "accounts" USING btree ("email" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "accounts_name_prefix" ON "accounts" USING btree ("name" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "accounts_latin_name_prefix" ON "accounts" USING btree (lower("latin_name") text_pattern_ops);