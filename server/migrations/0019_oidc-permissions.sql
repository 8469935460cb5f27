CREATE TABLE "oidc_permissions" (
	"account" text NOT NULL,
	"client" text NOT NULL,
	"scopes" text[] NOT NULL,
	"allowed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "oidc_permissions_account_client_pk" PRIMARY KEY("account","client")
);
--> statement-breakpoint
ALTER TABLE "oidc_permissions" ADD CONSTRAINT "oidc_permissions_account_accounts_ouid_fk" FOREIGN KEY ("account") REFERENCES "public"."accounts"("ouid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oidc_permissions" ADD CONSTRAINT "oidc_permissions_client_oidc_clients_id_fk" FOREIGN KEY ("client") REFERENCES "public"."oidc_clients"("id") ON DELETE cascade ON UPDATE no action;