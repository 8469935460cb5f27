ALTER TABLE "held_sign_ins" ADD COLUMN "proof" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "proof" text;--> statement-breakpoint
ALTER TABLE "held_sign_ins" ADD CONSTRAINT "held_sign_ins_proof_unique" UNIQUE("proof");--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_proof_unique" UNIQUE("proof");