CREATE TABLE "account_attributes" (
	"account" text NOT NULL,
	"attribute" text NOT NULL,
	"value" jsonb NOT NULL,
	CONSTRAINT "account_attributes_account_attribute_pk" PRIMARY KEY("account","attribute")
);
--> statement-breakpoint
CREATE TABLE "attributes" (
	"name" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"scope" text NOT NULL,
	"label" text NOT NULL,
	"labels" jsonb,
	"third_party" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "account_roles" (
	"account" text NOT NULL,
	"client" text NOT NULL,
	"roles" text[] NOT NULL,
	"groups" text[] NOT NULL,
	CONSTRAINT "account_roles_account_client_pk" PRIMARY KEY("account","client")
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "external_id" text;--> statement-breakpoint
ALTER TABLE "account_attributes" ADD CONSTRAINT "account_attributes_account_accounts_ouid_fk" FOREIGN KEY ("account") REFERENCES "public"."accounts"("ouid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_attributes" ADD CONSTRAINT "account_attributes_attribute_attributes_name_fk" FOREIGN KEY ("attribute") REFERENCES "public"."attributes"("name") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_roles" ADD CONSTRAINT "account_roles_account_accounts_ouid_fk" FOREIGN KEY ("account") REFERENCES "public"."accounts"("ouid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_roles" ADD CONSTRAINT "account_roles_client_oidc_clients_id_fk" FOREIGN KEY ("client") REFERENCES "public"."oidc_clients"("id") ON DELETE cascade ON UPDATE no action;
