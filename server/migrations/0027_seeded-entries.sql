CREATE TABLE "sandbox_entries" (
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"since" timestamp with time zone NOT NULL,
	CONSTRAINT "sandbox_entries_kind_name_pk" PRIMARY KEY("kind","name")
);
--> statement-breakpoint
-- What the sandbox of an earlier version has put here: its people by name and contact, its companies by what they prove
-- themselves with. A person who has the contact alone is another one.
INSERT INTO "sandbox_entries" SELECT 'account', "ouid", "created_at" FROM "accounts" WHERE EXISTS (
	SELECT FROM (VALUES
		('林爱丽', '13800138000'), ('林爱丽', 'alice@example.com'), ('陈博', '13800138001'), ('陈博', 'bob@example.com'),
		('丁丹', '13800138003'), ('尹尔', '13800138004'), ('方菲', 'fay@example.com'), ('顾思', '13800138005'),
		('华宁', '13800138006'), ('孔凯', '13800138017'), ('孔凯', 'kai@example.com'), ('雷蕾', '13800138018'),
		('蒋捷', 'jay@example.com'), ('孔琪', '13800138007'), ('苗雅', '13800138019')
	) AS "seeded" ("name", "contact")
	WHERE "seeded"."name" = "accounts"."name" AND "seeded"."contact" IN ("accounts"."mobile", "accounts"."email")
);--> statement-breakpoint
INSERT INTO "sandbox_entries" SELECT 'company', "slug", "created_at" FROM "companies"
WHERE "settings"->>'clientSecret' = 'sandbox-secret-of-' || "slug"
	OR "settings"->'certificates'->>0 LIKE '%MIIDKzCCAhOgAwIBAgIUWxc+20VlUwLCc/c0J9d5V5MYDcwwDQYJKoZIhvcNAQEL%';--> statement-breakpoint
INSERT INTO "sandbox_entries" SELECT 'client', "id", "created_at" FROM "oidc_clients" WHERE "id" = 'sandbox-contracts';--> statement-breakpoint
INSERT INTO "sandbox_entries" SELECT 'provider', 'sso.' || "name", "since" FROM "sandbox_entries" WHERE "kind" = 'company';--> statement-breakpoint
INSERT INTO "sandbox_entries" SELECT 'provider', "provider", min("since") FROM "sandbox_entries",
	(VALUES ('wecom.ww0a1b2c3d4e5f6789'), ('alipay.openid.2021000000000001')) AS "of_sandbox" ("provider")
GROUP BY "provider";
