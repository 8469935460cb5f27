CREATE TABLE "article_hits" (
	"article" text NOT NULL,
	"language" text NOT NULL,
	"hits" integer NOT NULL,
	CONSTRAINT "article_hits_article_language_pk" PRIMARY KEY("article","language")
);
--> statement-breakpoint
CREATE TABLE "articles" (
	"id" text NOT NULL,
	"language" text NOT NULL,
	"position" integer NOT NULL,
	"area" text NOT NULL,
	"product" text,
	"title" text NOT NULL,
	"summary" text NOT NULL,
	"body" text NOT NULL,
	"link" text,
	"explains" text[] NOT NULL,
	CONSTRAINT "articles_id_language_pk" PRIMARY KEY("id","language")
);
--> statement-breakpoint
CREATE TABLE "banners" (
	"id" text NOT NULL,
	"language" text NOT NULL,
	"position" integer NOT NULL,
	"picture" text NOT NULL,
	"alt" text NOT NULL,
	"link" text,
	"shown_from" timestamp with time zone,
	"shown_until" timestamp with time zone,
	CONSTRAINT "banners_id_language_pk" PRIMARY KEY("id","language")
);
--> statement-breakpoint
CREATE TABLE "event_counts" (
	"day" date NOT NULL,
	"name" text NOT NULL,
	"details" text[] NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "event_counts_day_name_details_pk" PRIMARY KEY("day","name","details")
);
--> statement-breakpoint
CREATE TABLE "pictures" (
	"name" text PRIMARY KEY NOT NULL,
	"base64" text NOT NULL
);
