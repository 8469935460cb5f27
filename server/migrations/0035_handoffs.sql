CREATE TABLE "handoffs" (
	"id_hash" text PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"state" text NOT NULL,
	"browser_id" text NOT NULL,
	"device" text NOT NULL,
	"masked_ip" text NOT NULL,
	"country" text,
	"redirect_url" text,
	"phone_browser_id" text,
	"opened_at" timestamp with time zone,
	"phone_session" text,
	"number" integer,
	"other_country" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "handoffs_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE INDEX "handoffs_phone_browser_id" ON "handoffs" USING btree ("phone_browser_id");--> statement-breakpoint
CREATE INDEX "handoffs_expires_at" ON "handoffs" USING btree ("expires_at");