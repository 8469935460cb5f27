CREATE TABLE "vouched_numbers" (
	"seal_hash" text PRIMARY KEY NOT NULL,
	"brought_by" text[] NOT NULL,
	"brought_at" timestamp with time zone NOT NULL
);
