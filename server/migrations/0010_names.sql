ALTER TABLE "trusted_browsers" RENAME COLUMN "browser" TO "browser_id";--> statement-breakpoint
ALTER TABLE "known_browsers" RENAME COLUMN "browser" TO "browser_id";--> statement-breakpoint
ALTER TABLE "company_sign_ins" RENAME TO "sso_requests";--> statement-breakpoint
ALTER TABLE "sso_requests" RENAME COLUMN "way" TO "protocol";--> statement-breakpoint
ALTER TABLE "sso_requests" RENAME COLUMN "browser" TO "browser_id";--> statement-breakpoint
ALTER TABLE "sso_requests" RENAME COLUMN "target" TO "redirect_url";--> statement-breakpoint
ALTER INDEX "company_sign_ins_expires_at" RENAME TO "sso_requests_expires_at";--> statement-breakpoint
ALTER TABLE "access_codes" RENAME COLUMN "way" TO "method";--> statement-breakpoint
ALTER TABLE "access_codes" RENAME COLUMN "browser" TO "browser_id";--> statement-breakpoint
ALTER TABLE "access_codes" RENAME COLUMN "target" TO "redirect_url";--> statement-breakpoint
ALTER TABLE "access_codes" RENAME COLUMN "bound_until" TO "bindable_until";--> statement-breakpoint
ALTER TABLE "sessions" RENAME COLUMN "way" TO "method";--> statement-breakpoint
ALTER TABLE "sessions" RENAME COLUMN "address" TO "masked_ip";--> statement-breakpoint
ALTER TABLE "sessions" RENAME COLUMN "proof" TO "proof_hash";--> statement-breakpoint
ALTER TABLE "sessions" RENAME CONSTRAINT "sessions_proof_unique" TO "sessions_proof_hash_unique";--> statement-breakpoint
ALTER TABLE "held_sign_ins" RENAME TO "pending_sign_ins";--> statement-breakpoint
ALTER TABLE "pending_sign_ins" RENAME COLUMN "waits_for" TO "awaiting";--> statement-breakpoint
ALTER TABLE "pending_sign_ins" RENAME COLUMN "way" TO "method";--> statement-breakpoint
ALTER TABLE "pending_sign_ins" RENAME COLUMN "browser" TO "browser_id";--> statement-breakpoint
ALTER TABLE "pending_sign_ins" RENAME COLUMN "target" TO "redirect_url";--> statement-breakpoint
ALTER TABLE "pending_sign_ins" RENAME COLUMN "proof" TO "proof_hash";--> statement-breakpoint
ALTER TABLE "pending_sign_ins" RENAME CONSTRAINT "held_sign_ins_proof_unique" TO "pending_sign_ins_proof_hash_unique";--> statement-breakpoint
ALTER INDEX "held_sign_ins_expires_at" RENAME TO "pending_sign_ins_expires_at";--> statement-breakpoint
ALTER TABLE "person_searches" RENAME COLUMN "person" TO "person_hash";--> statement-breakpoint
ALTER TABLE "person_searches" RENAME COLUMN "browser" TO "browser_id";--> statement-breakpoint
ALTER TABLE "tries" RENAME TO "attempts";--> statement-breakpoint
ALTER TABLE "attempts" RENAME COLUMN "closed_until" TO "blocked_until";--> statement-breakpoint
ALTER TABLE "attempts" RENAME COLUMN "forgotten_at" TO "expires_at";--> statement-breakpoint
ALTER INDEX "tries_forgotten_at" RENAME TO "attempts_expires_at";--> statement-breakpoint
ALTER TABLE "codes" RENAME COLUMN "address" TO "recipient";--> statement-breakpoint
ALTER TABLE "codes" RENAME COLUMN "held_by" TO "previous_handle_hash";--> statement-breakpoint
ALTER TABLE "codes" RENAME COLUMN "browser" TO "browser_id";--> statement-breakpoint
ALTER TABLE "codes" RENAME COLUMN "tries" TO "failed_attempts";--> statement-breakpoint
ALTER TABLE "codes" RENAME COLUMN "spent_at" TO "used_at";--> statement-breakpoint
ALTER TABLE "codes" RENAME COLUMN "spent_on" TO "used_with_hash";--> statement-breakpoint
ALTER INDEX "codes_address_biz_type" RENAME TO "codes_recipient_biz_type";--> statement-breakpoint
ALTER TABLE "budgets" RENAME COLUMN "spent" TO "used_at";--> statement-breakpoint
ALTER TABLE "budgets" RENAME COLUMN "forgotten_at" TO "expires_at";--> statement-breakpoint
ALTER INDEX "budgets_forgotten_at" RENAME TO "budgets_expires_at";--> statement-breakpoint
ALTER TABLE "human_checks" RENAME COLUMN "pass_hash" TO "token_hash";--> statement-breakpoint
ALTER TABLE "human_checks" RENAME CONSTRAINT "human_checks_pass_hash_unique" TO "human_checks_token_hash_unique";--> statement-breakpoint
ALTER TABLE "human_checks" RENAME COLUMN "browser" TO "browser_id";--> statement-breakpoint
ALTER TABLE "human_checks" RENAME COLUMN "spent_at" TO "used_at";--> statement-breakpoint
ALTER TABLE "scans" RENAME COLUMN "login_hash" TO "login_id_hash";--> statement-breakpoint
ALTER TABLE "scans" RENAME COLUMN "context_until" TO "context_expires_at";--> statement-breakpoint
ALTER TABLE "scans" RENAME COLUMN "browser" TO "browser_id";--> statement-breakpoint
ALTER TABLE "scans" RENAME COLUMN "address" TO "masked_ip";--> statement-breakpoint
ALTER TABLE "scans" RENAME COLUMN "target" TO "redirect_url";--> statement-breakpoint
ALTER TABLE "scans" RENAME COLUMN "elsewhere" TO "other_country";--> statement-breakpoint
ALTER TABLE "vouched_numbers" RENAME TO "verified_mobiles";--> statement-breakpoint
ALTER TABLE "verified_mobiles" RENAME COLUMN "seal_hash" TO "payload_hash";--> statement-breakpoint
ALTER TABLE "verified_mobiles" RENAME COLUMN "brought_by" TO "subject_hashes";--> statement-breakpoint
ALTER TABLE "verified_mobiles" RENAME COLUMN "brought_at" TO "last_used_at";--> statement-breakpoint
ALTER TABLE "sso_requests" RENAME CONSTRAINT "company_sign_ins_company_companies_slug_fk" TO "sso_requests_company_companies_slug_fk";--> statement-breakpoint
ALTER TABLE "pending_sign_ins" RENAME CONSTRAINT "held_sign_ins_account_accounts_ouid_fk" TO "pending_sign_ins_account_accounts_ouid_fk";--> statement-breakpoint
ALTER TABLE "known_browsers" RENAME CONSTRAINT "known_browsers_account_browser_pk" TO "known_browsers_account_browser_id_pk";
