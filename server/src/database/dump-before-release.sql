-- An installation of the sandbox, dumped by pg_dump, from before the migrations up to the passkeys became one.
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);

CREATE SCHEMA drizzle;

CREATE FUNCTION public.count_own_factors() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    UPDATE "accounts" SET "own_factors" = "own_factors" + 1 WHERE "ouid" = NEW."account";
  ELSE
    UPDATE "accounts" SET "own_factors" = "own_factors" - 1 WHERE "ouid" = OLD."account";
  END IF;
  RETURN NULL;
END
$$;

CREATE FUNCTION public.end_application_sessions() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  -- A new sign-in to the same account in the same browser has taken over.
  IF EXISTS (SELECT FROM "sessions" WHERE "sid" = OLD."sid") THEN
    RETURN NULL;
  END IF;
  -- A session that has expired by itself is not announced: applications have lifetimes of their own.
  IF OLD."expires_at" > clock_timestamp() THEN
    INSERT INTO "oidc_logouts" ("client", "sid", "account")
    SELECT "oidc_clients"."id", "used"."value" ->> 'sid', OLD."account"
    FROM "oidc_sessions", jsonb_each("oidc_sessions"."authorizations") AS "used", "oidc_clients"
    WHERE "oidc_sessions"."sid" = OLD."sid"
      AND "oidc_clients"."id" = "used"."key"
      AND "oidc_clients"."backchannel_logout_uri" IS NOT NULL
      AND "used"."value" ->> 'sid' IS NOT NULL
    ON CONFLICT DO NOTHING;
  END IF;
  DELETE FROM "oidc_sessions" WHERE "sid" = OLD."sid";
  RETURN NULL;
END
$$;

CREATE FUNCTION public.end_sessions_of_account() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  DELETE FROM "sessions" WHERE "account" = NEW."ouid";
  DELETE FROM "trusted_browsers" WHERE "account" = NEW."ouid";
  -- While the account is disabled, a pending sign-in stays to be refused with that reason.
  IF NEW."disabled_at" IS NULL THEN
    DELETE FROM "pending_sign_ins" WHERE "account" = NEW."ouid";
  END IF;
  RETURN NULL;
END
$$;

CREATE FUNCTION public.forget_disabled_account() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  DELETE FROM "remembered_accounts" WHERE "account" = NEW."ouid";
  RETURN NULL;
END
$$;

CREATE FUNCTION public.keep_audit_events() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF OLD."at" < nullif(current_setting('foyer.delete_audit_before', true), '')::timestamptz THEN
      RETURN OLD;
    END IF;
  END IF;
  RAISE EXCEPTION 'audit_events is append-only';
END
$$;

CREATE FUNCTION public.remove_imported_password() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  UPDATE "imported_passwords" SET "hash" = NULL WHERE "account" = NEW."ouid" AND "hash" IS NOT NULL;
  RETURN NULL;
END
$$;

CREATE TABLE drizzle.__drizzle_migrations (
    id integer NOT NULL,
    hash text NOT NULL,
    created_at bigint
);

CREATE SEQUENCE drizzle.__drizzle_migrations_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE drizzle.__drizzle_migrations_id_seq OWNED BY drizzle.__drizzle_migrations.id;

CREATE TABLE public.access_codes (
    code_hash text NOT NULL,
    method text NOT NULL,
    company text,
    browser_id text,
    provider text,
    subject text,
    refusal text,
    mobile text,
    email text,
    email_only boolean NOT NULL,
    agreed boolean NOT NULL,
    redirect_url text NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    redeemed_at timestamp with time zone,
    bindable_until timestamp with time zone,
    bound_at timestamp with time zone,
    page_key text
);

CREATE TABLE public.accounts (
    ouid text NOT NULL,
    mobile text,
    email text,
    name text,
    id_number text,
    password_hash text,
    second_factor boolean DEFAULT false NOT NULL,
    disabled_at timestamp with time zone,
    last_sign_in_at timestamp with time zone,
    real_name_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    identity_checked_at timestamp with time zone,
    language text,
    password_reset_at timestamp with time zone,
    latin_name text,
    last_second_factor text,
    own_factors integer DEFAULT 0 NOT NULL,
    password_changed_at timestamp with time zone,
    closes_at timestamp with time zone,
    passkey_offer_from timestamp with time zone
);

CREATE TABLE public.article_hits (
    article text NOT NULL,
    language text NOT NULL,
    hits integer NOT NULL
);

CREATE TABLE public.articles (
    id text NOT NULL,
    language text NOT NULL,
    "position" integer NOT NULL,
    area text NOT NULL,
    product text,
    title text NOT NULL,
    summary text NOT NULL,
    body text NOT NULL,
    link text,
    explains text[] NOT NULL
);

CREATE TABLE public.attempts (
    key text NOT NULL,
    count integer NOT NULL,
    blocked_until timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL
);

CREATE TABLE public.audit_events (
    id bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    account text,
    type text NOT NULL,
    actor text NOT NULL,
    method text,
    factor text,
    details jsonb NOT NULL,
    request_id text NOT NULL,
    masked_ip text NOT NULL,
    device text NOT NULL,
    sid text
);

ALTER TABLE public.audit_events ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.audit_events_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.authenticator_setups (
    handle_hash text NOT NULL,
    account text NOT NULL,
    browser_id text NOT NULL,
    encrypted_secret text NOT NULL,
    expires_at timestamp with time zone NOT NULL
);

CREATE TABLE public.authenticators (
    account text NOT NULL,
    encrypted_secret text NOT NULL,
    last_step integer NOT NULL,
    created_at timestamp with time zone NOT NULL,
    last_used_at timestamp with time zone
);

CREATE TABLE public.backup_codes (
    account text NOT NULL,
    code_hash text NOT NULL,
    salt text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone
);

CREATE TABLE public.banners (
    id text NOT NULL,
    language text NOT NULL,
    "position" integer NOT NULL,
    picture text NOT NULL,
    alt text NOT NULL,
    link text,
    shown_from timestamp with time zone,
    shown_until timestamp with time zone
);

CREATE TABLE public.budgets (
    key text NOT NULL,
    used_at timestamp with time zone[] NOT NULL,
    expires_at timestamp with time zone NOT NULL
);

CREATE TABLE public.codes (
    handle_hash text NOT NULL,
    biz_type text NOT NULL,
    kind text NOT NULL,
    recipient text NOT NULL,
    account text,
    previous_handle_hash text,
    browser_id text NOT NULL,
    code_hash text NOT NULL,
    failed_attempts integer DEFAULT 0 NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    verified_at timestamp with time zone,
    used_at timestamp with time zone,
    used_with_hash text
);

CREATE TABLE public.companies (
    slug text NOT NULL,
    kind text NOT NULL,
    settings jsonb NOT NULL,
    mail_domains text[] NOT NULL,
    email_only boolean NOT NULL,
    enabled boolean NOT NULL,
    created_at timestamp with time zone NOT NULL
);

CREATE TABLE public.consents (
    account text NOT NULL,
    version text NOT NULL,
    language text NOT NULL,
    agreed_at timestamp with time zone NOT NULL
);

CREATE TABLE public.contact_changes (
    id integer NOT NULL,
    account text NOT NULL,
    kind text NOT NULL,
    before text,
    after text,
    undo_hash text NOT NULL,
    changed_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    undone_at timestamp with time zone
);

ALTER TABLE public.contact_changes ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.contact_changes_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.event_counts (
    day date NOT NULL,
    name text NOT NULL,
    details text[] NOT NULL,
    count integer NOT NULL
);

CREATE TABLE public.human_checks (
    puzzle text NOT NULL,
    token_hash text NOT NULL,
    browser_id text NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone
);

CREATE TABLE public.id_number_claims (
    account text NOT NULL,
    handle_hash text NOT NULL,
    id_number text NOT NULL,
    claimed_at timestamp with time zone NOT NULL
);

CREATE TABLE public.identities (
    id text NOT NULL,
    account text NOT NULL,
    provider text NOT NULL,
    subject text NOT NULL,
    since timestamp with time zone NOT NULL
);

CREATE TABLE public.imported_passwords (
    account text NOT NULL,
    hash text,
    dummy text NOT NULL,
    expires_at timestamp with time zone NOT NULL
);

CREATE TABLE public.known_browsers (
    account text NOT NULL,
    browser_id text NOT NULL,
    last_seen_at timestamp with time zone NOT NULL
);

CREATE TABLE public.oidc_clients (
    id text NOT NULL,
    name text NOT NULL,
    authentication text NOT NULL,
    secret_hash text,
    previous_secret_hash text,
    previous_secret_until timestamp with time zone,
    jwks jsonb,
    redirect_uris text[] NOT NULL,
    post_logout_redirect_uris text[] NOT NULL,
    backchannel_logout_uri text,
    first_party boolean NOT NULL,
    require_pushed_requests boolean NOT NULL,
    require_signed_requests boolean NOT NULL,
    created_at timestamp with time zone NOT NULL,
    names jsonb,
    login_uri text
);

CREATE TABLE public.oidc_keys (
    generation integer NOT NULL,
    kid text NOT NULL,
    encrypted_key text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    signs_from timestamp with time zone NOT NULL,
    published_until timestamp with time zone
);

CREATE TABLE public.oidc_logouts (
    client text NOT NULL,
    sid text NOT NULL,
    account text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    next_attempt_at timestamp with time zone
);

CREATE TABLE public.oidc_permissions (
    account text NOT NULL,
    client text NOT NULL,
    scopes text[] NOT NULL,
    allowed_at timestamp with time zone NOT NULL
);

CREATE TABLE public.oidc_records (
    model text NOT NULL,
    id_hash text NOT NULL,
    payload jsonb NOT NULL,
    grant_id text,
    account text,
    created_at timestamp with time zone NOT NULL,
    consumed_at timestamp with time zone,
    expires_at timestamp with time zone NOT NULL
);

CREATE TABLE public.oidc_sessions (
    sid text NOT NULL,
    authorizations jsonb NOT NULL,
    state jsonb
);

CREATE TABLE public.passkey_challenges (
    challenge_hash text NOT NULL,
    browser_id text NOT NULL,
    purpose text NOT NULL,
    account text,
    expires_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone
);

CREATE TABLE public.passkeys (
    id text NOT NULL,
    account text NOT NULL,
    credential_id text NOT NULL,
    public_key text NOT NULL,
    counter bigint NOT NULL,
    transports text[] NOT NULL,
    aaguid text NOT NULL,
    name text,
    backup_eligible boolean NOT NULL,
    backed_up boolean NOT NULL,
    created_at timestamp with time zone NOT NULL,
    last_used_at timestamp with time zone,
    user_handle text
);

CREATE TABLE public.password_offers (
    handle_hash text NOT NULL,
    session text NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone
);

CREATE TABLE public.pending_sign_ins (
    handle_hash text NOT NULL,
    account text NOT NULL,
    awaiting text NOT NULL,
    method text NOT NULL,
    redirect_url text NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone,
    factors text[] DEFAULT '{}'::text[] NOT NULL,
    browser_id text DEFAULT ''::text NOT NULL,
    proof_hash text,
    link_provider text,
    link_subject text,
    link_identities jsonb
);

CREATE TABLE public.people_imports (
    id text NOT NULL,
    lines integer NOT NULL,
    digest text NOT NULL,
    imported integer NOT NULL,
    updated_at timestamp with time zone NOT NULL
);

CREATE TABLE public.person_searches (
    handle_hash text NOT NULL,
    person_hash text NOT NULL,
    account text,
    browser_id text NOT NULL,
    expires_at timestamp with time zone NOT NULL
);

CREATE TABLE public.pictures (
    name text NOT NULL,
    base64 text NOT NULL
);

CREATE TABLE public.plain_password_requests (
    handle_hash text NOT NULL,
    attempts_left integer NOT NULL,
    may_pass boolean NOT NULL,
    expires_at timestamp with time zone NOT NULL
);

CREATE TABLE public.remembered_accounts (
    browser_id text NOT NULL,
    account text NOT NULL,
    method text NOT NULL,
    last_used_at timestamp with time zone NOT NULL
);

CREATE TABLE public.scans (
    login_id_hash text NOT NULL,
    scene_hash text NOT NULL,
    ticket_hash text,
    context_hash text,
    context_for text,
    context_expires_at timestamp with time zone,
    app text NOT NULL,
    state text NOT NULL,
    browser_id text NOT NULL,
    fingerprint_hash text NOT NULL,
    device text NOT NULL,
    masked_ip text NOT NULL,
    country text,
    language text NOT NULL,
    redirect_url text,
    subjects jsonb,
    mobile text,
    outside_mainland boolean DEFAULT false NOT NULL,
    other_country boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone
);

CREATE TABLE public.secrets (
    name text NOT NULL,
    value text NOT NULL
);

CREATE TABLE public.seen_assertions (
    id_hash text NOT NULL,
    expires_at timestamp with time zone NOT NULL
);

CREATE TABLE public.sessions (
    id text NOT NULL,
    token_hash text NOT NULL,
    account text NOT NULL,
    state text NOT NULL,
    method text NOT NULL,
    factors text[] NOT NULL,
    device text NOT NULL,
    masked_ip text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    last_seen_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    proof_hash text,
    sid text DEFAULT (gen_random_uuid())::text NOT NULL,
    proven_at timestamp with time zone
);

CREATE TABLE public.sso_requests (
    state_hash text NOT NULL,
    company text,
    protocol text NOT NULL,
    browser_id text,
    nonce text NOT NULL,
    verifier text NOT NULL,
    agreed boolean NOT NULL,
    redirect_url text NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone,
    page_key text
);

CREATE TABLE public.trusted_browsers (
    token_hash text NOT NULL,
    account text NOT NULL,
    browser_id text NOT NULL,
    since timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    id text DEFAULT (gen_random_uuid())::text NOT NULL,
    device text
);

CREATE TABLE public.verified_mobiles (
    payload_hash text NOT NULL,
    subject_hashes text[] NOT NULL,
    last_used_at timestamp with time zone NOT NULL
);

ALTER TABLE ONLY drizzle.__drizzle_migrations ALTER COLUMN id SET DEFAULT nextval('drizzle.__drizzle_migrations_id_seq'::regclass);

INSERT INTO drizzle.__drizzle_migrations VALUES (1, '3eb3707f1fda10ab223d7a077824044d23f96bc8b7429f4de30bf66ab275de5b', 1794710081621);
INSERT INTO drizzle.__drizzle_migrations VALUES (2, '600195025eb05625ed6c727b3ea2d61893b3be07f8a0094155d234ac38850543', 1794710932757);
INSERT INTO drizzle.__drizzle_migrations VALUES (3, '4fa7e02f3d5604536822553666125fc5b5cb170bb66d2eb18bce0e1315108e2d', 1794710986366);
INSERT INTO drizzle.__drizzle_migrations VALUES (4, 'ac2db71327bf59a4cf8cd9e69fa9de3dc87c0aa00c5623aef324b1d3f6070d2f', 1794711597889);
INSERT INTO drizzle.__drizzle_migrations VALUES (5, '846528a48214da91d6d22c152e9a20620d5ac20a461f673ce1b03c0384a81de8', 1794720065996);
INSERT INTO drizzle.__drizzle_migrations VALUES (6, '9665290d00b8aa85032866362a0c67521e2cbc850339ae7b4b2ab183da59567b', 1794721507146);
INSERT INTO drizzle.__drizzle_migrations VALUES (7, '5106cee0c72c713c6fe3907d3ef8bbbe55563d0f7f8481eaa0ba55a84bcab492', 1794722093912);
INSERT INTO drizzle.__drizzle_migrations VALUES (8, '74dd715422f574bccbfb9cc1a6607dc286a1bd3d999a26b9f64249e55c34327e', 1794722829380);
INSERT INTO drizzle.__drizzle_migrations VALUES (9, '1c513ddc654fad786cb6c61bb678e0ebf7c1a54a85785f0bd905f10cae4e28c5', 1794732488160);
INSERT INTO drizzle.__drizzle_migrations VALUES (10, '4eaf6392d0bccb2456ebce0bade27e02232c161daddeef0537e5725bb05c645b', 1794734279135);
INSERT INTO drizzle.__drizzle_migrations VALUES (11, 'a4845cb5aecc2a8e95d31809b810ea2474b01e58c2a58d35c23f6fd926c89531', 1794797779135);
INSERT INTO drizzle.__drizzle_migrations VALUES (12, '00208bd4bf30b79a4b59063f5edd972199cfcc7718062d073f3c247e2dc4821c', 1794799986939);
INSERT INTO drizzle.__drizzle_migrations VALUES (13, '285825a51f2664122b4c74c4ce0d3f050c53e3a6c24bbb3f045b6198104a4838', 1794800763350);
INSERT INTO drizzle.__drizzle_migrations VALUES (14, 'e8a3bfee8afd73e4be41afe8932f727c8ee5ae6939f3e024435cba8530c9eb03', 1794801810093);
INSERT INTO drizzle.__drizzle_migrations VALUES (15, '36569e3380c5c82b37a8c9155dac0791662c7b3bb2d6881ddf12ed093665c5b5', 1794803273137);
INSERT INTO drizzle.__drizzle_migrations VALUES (16, '2a8e8abbfd494ef1631a26e7f412759ca9441ef529f7de24187e7ec20fd77c03', 1794803635911);
INSERT INTO drizzle.__drizzle_migrations VALUES (17, '387c83a36f8f69004dd75409f224f32e178c2449e4ffec7a017a9aef4b1cca40', 1794804524168);
INSERT INTO drizzle.__drizzle_migrations VALUES (18, '435c964cc9e46560ac92781b75d88151a4ec12bd7e90e753086149a8ab283946', 1794822648426);
INSERT INTO drizzle.__drizzle_migrations VALUES (19, '6dc16a60c41a0078472e5bc7b416e5f9ff7a2996e71bfe3ba3c93c4b605b6eb3', 1794835860095);
INSERT INTO drizzle.__drizzle_migrations VALUES (20, '1c503ed74850a6b381d7029de12d0b2501aa3945e525beb39b63039935a87a8a', 1794838158288);
INSERT INTO drizzle.__drizzle_migrations VALUES (21, '7c4d53a4e872af31e3d2686602b8d721e01782954123ea59ef90cac6b5c8a22b', 1794846963742);
INSERT INTO drizzle.__drizzle_migrations VALUES (22, '5acb777046570f5afcedda427d779be6a51f0c704de698bba58a795f3ea4a0c9', 1794847947221);
INSERT INTO drizzle.__drizzle_migrations VALUES (23, 'ff1478c4ce189a49eb2eab4d427a4bcd38077ead7c15168824aa3c139e80cd5c', 1794848850748);
INSERT INTO drizzle.__drizzle_migrations VALUES (24, 'ebcddaf5956b5325e4d7bfd684bb01461f50cbcb143b1c8cb851ba0d324b1fd1', 1794849405442);
INSERT INTO drizzle.__drizzle_migrations VALUES (25, 'b145b1387d9dc3703b9d55fcb39b7822539e852a729b9a5b169881bc0c2ebf88', 1794849676607);
INSERT INTO drizzle.__drizzle_migrations VALUES (26, 'b78c8707fd638bce24567a7fbbfe02a89c5edb3072ac302863aae0f21bbbab98', 1794851262892);
INSERT INTO drizzle.__drizzle_migrations VALUES (27, 'f08326fa5c6544ea3dcc0f09c93f169a82010e40f96361fc511071d16f48a060', 1794859517183);

INSERT INTO public.accounts VALUES ('yB55UMTNWlSFio2Tghj_hw', '13800138001', 'bob@example.com', '陈博', NULL, '$argon2id$v=19$m=19456,t=2,p=1$K1UIDuEzzy9vPoulpQLfPA$ZVTSDuYbNkNH7zhiPYs+9DNKnauNyweX0GTcfxyWC+c', true, NULL, NULL, '2026-11-19 23:40:51.954+00', '2026-11-19 23:40:51.954+00', NULL, NULL, NULL, 'Bob Chen', NULL, 0, NULL, NULL, NULL);
INSERT INTO public.accounts VALUES ('Uj8bdMBHpYHg7VCio7Zw6A', '13800138003', NULL, '丁丹', NULL, NULL, false, NULL, NULL, '2026-11-19 23:40:51.986+00', '2026-11-19 23:40:51.986+00', NULL, NULL, NULL, 'Dan Ding', NULL, 0, NULL, NULL, NULL);
INSERT INTO public.accounts VALUES ('As8JIWmHuWT8wM2cxq0_yQ', '13800138004', NULL, '尹尔', '11010119900307123X', '$argon2id$v=19$m=19456,t=2,p=1$K1UIDuEzzy9vPoulpQLfPA$ZVTSDuYbNkNH7zhiPYs+9DNKnauNyweX0GTcfxyWC+c', false, NULL, NULL, NULL, '2026-11-19 23:40:51.994+00', NULL, NULL, NULL, 'Erin Yin', NULL, 0, NULL, NULL, NULL);
INSERT INTO public.accounts VALUES ('0pDk7JxUksv3_fYq-MvLxQ', NULL, 'fay@example.com', '方菲', NULL, '$argon2id$v=19$m=19456,t=2,p=1$K1UIDuEzzy9vPoulpQLfPA$ZVTSDuYbNkNH7zhiPYs+9DNKnauNyweX0GTcfxyWC+c', false, NULL, NULL, NULL, '2026-11-19 23:40:52.018+00', NULL, NULL, NULL, 'Fay Fang', NULL, 0, NULL, NULL, NULL);
INSERT INTO public.accounts VALUES ('kxQYFu4BGt1FKgJBTBbuOg', '13800138005', NULL, '顾思', NULL, '$argon2id$v=19$m=19456,t=2,p=1$K1UIDuEzzy9vPoulpQLfPA$ZVTSDuYbNkNH7zhiPYs+9DNKnauNyweX0GTcfxyWC+c', false, '2026-11-19 23:40:52.03+00', NULL, NULL, '2026-11-19 23:40:52.03+00', NULL, NULL, NULL, 'Gus Gu', NULL, 0, NULL, NULL, NULL);
INSERT INTO public.accounts VALUES ('2uhkqi6dzLYqaoXvWt-TMQ', '13800138006', NULL, '华宁', NULL, '$argon2id$v=19$m=19456,t=2,p=1$K1UIDuEzzy9vPoulpQLfPA$ZVTSDuYbNkNH7zhiPYs+9DNKnauNyweX0GTcfxyWC+c', false, NULL, NULL, NULL, '2026-11-19 23:40:52.044+00', NULL, NULL, NULL, 'Hua Ning', NULL, 0, NULL, NULL, NULL);
INSERT INTO public.accounts VALUES ('KIlDUwiiABWL_glGQGGosw', '13800138017', 'kai@example.com', '孔凯', NULL, '$argon2id$v=19$m=19456,t=2,p=1$K1UIDuEzzy9vPoulpQLfPA$ZVTSDuYbNkNH7zhiPYs+9DNKnauNyweX0GTcfxyWC+c', false, NULL, NULL, NULL, '2026-11-19 23:40:52.057+00', NULL, NULL, NULL, 'Kai Kong', NULL, 0, NULL, NULL, NULL);
INSERT INTO public.accounts VALUES ('F6yrUVwXEH9R0_o0Jnq_WA', '13800138018', NULL, '雷蕾', NULL, '$argon2id$v=19$m=19456,t=2,p=1$K1UIDuEzzy9vPoulpQLfPA$ZVTSDuYbNkNH7zhiPYs+9DNKnauNyweX0GTcfxyWC+c', false, NULL, NULL, NULL, '2026-11-19 23:40:52.093+00', NULL, NULL, NULL, 'Lei Lei', NULL, 0, NULL, '2026-11-29 23:40:52.093+00', NULL);
INSERT INTO public.accounts VALUES ('FtaszvWfcHnEcPThPpbiMQ', NULL, 'jay@example.com', '蒋捷', NULL, '$argon2id$v=19$m=19456,t=2,p=1$K1UIDuEzzy9vPoulpQLfPA$ZVTSDuYbNkNH7zhiPYs+9DNKnauNyweX0GTcfxyWC+c', true, NULL, NULL, '2026-11-19 23:40:52.1+00', '2026-11-19 23:40:52.1+00', NULL, NULL, NULL, 'Jay Jiang', NULL, 1, NULL, NULL, NULL);
INSERT INTO public.accounts VALUES ('9aXDtrY59AjAPREZLAi98g', '13800138007', NULL, '孔琪', NULL, '$argon2id$v=19$m=19456,t=2,p=1$K1UIDuEzzy9vPoulpQLfPA$ZVTSDuYbNkNH7zhiPYs+9DNKnauNyweX0GTcfxyWC+c', true, NULL, NULL, '2026-11-19 23:40:52.136+00', '2026-11-19 23:40:52.136+00', NULL, NULL, NULL, 'Kit Kong', NULL, 1, NULL, NULL, NULL);
INSERT INTO public.accounts VALUES ('jZInV8DsmIn0tGbGQTkOdA', '13800138019', NULL, '苗雅', NULL, '$argon2id$v=19$m=19456,t=2,p=1$K1UIDuEzzy9vPoulpQLfPA$ZVTSDuYbNkNH7zhiPYs+9DNKnauNyweX0GTcfxyWC+c', false, NULL, NULL, '2026-11-19 23:40:52.609+00', '2026-11-19 23:40:52.609+00', NULL, NULL, NULL, 'Mia Miao', NULL, 1, NULL, NULL, NULL);
INSERT INTO public.accounts VALUES ('-OwHrzlf9kwuTcCE5dDtuQ', '13800138000', 'alice@example.com', '林爱丽', '110101199203074569', '$argon2id$v=19$m=19456,t=2,p=1$K1UIDuEzzy9vPoulpQLfPA$ZVTSDuYbNkNH7zhiPYs+9DNKnauNyweX0GTcfxyWC+c', false, NULL, '2026-11-19 23:42:41.079+00', '2026-11-19 23:40:51.72+00', '2026-11-19 23:40:51.72+00', '2026-11-19 23:40:51.72+00', 'en-US', NULL, 'Alice Lin', NULL, 0, NULL, NULL, NULL);

INSERT INTO public.attempts VALUES ('L8luPrWt8Dl6pT-EcerUU2L_EevX3TJZ_EVjGP6-BRk', 0, '2026-11-19 23:43:40.933+00', '2026-11-19 23:43:40.933+00');

INSERT INTO public.audit_events OVERRIDING SYSTEM VALUE VALUES (1, '2026-11-19 23:42:41.079+00', '-OwHrzlf9kwuTcCE5dDtuQ', 'signIn', 'person', 'password', NULL, '{"factors": ["password"]}', 'kcGyySg4-26', '127.0.0.*', 'Chrome · Linux', 'd911b272-9a25-47d9-94a8-6219c29f4b79');

INSERT INTO public.authenticators VALUES ('FtaszvWfcHnEcPThPpbiMQ', 'fNz8b2u5H9aE6DLoNRXLEEXGhboryKHv808heZrjfvmcs6KGOJbkawcr5PEJF3xrR2fUeibS4ieSW7BL', 0, '2026-11-19 23:40:52.114+00', NULL);
INSERT INTO public.authenticators VALUES ('9aXDtrY59AjAPREZLAi98g', 'gB0gqgdqcGBBZrjehzd1jejnIh3nmM+5foahlHLIjza1peuH1CQh55K2aws5+onceuK//7G8dg8ykS24', 0, '2026-11-19 23:40:52.146+00', NULL);

INSERT INTO public.backup_codes VALUES ('9aXDtrY59AjAPREZLAi98g', 'tv06sZ36NATQ2lhoJk6XV6emLJMHRomfExBlOzCIGlA', '7xcMKEsbTDByi10nMIp9rA', '2026-11-19 23:40:52.559+00', NULL);
INSERT INTO public.backup_codes VALUES ('9aXDtrY59AjAPREZLAi98g', 'NrZj_yAfR_TECigapfXSd20fE6_0Sg_UmIRfaNlaM4g', '7xcMKEsbTDByi10nMIp9rA', '2026-11-19 23:40:52.559+00', NULL);
INSERT INTO public.backup_codes VALUES ('9aXDtrY59AjAPREZLAi98g', '9ocMqc7fv8ZVryJRVny4njZzSxCydF-LNZ-6SJFNbs8', '7xcMKEsbTDByi10nMIp9rA', '2026-11-19 23:40:52.559+00', '2026-11-19 23:40:52.57+00');
INSERT INTO public.backup_codes VALUES ('9aXDtrY59AjAPREZLAi98g', 'ZnueCSHTDW220Da0Ip7r3V_LHVdYKIpYeA0WMCWWB_E', '7xcMKEsbTDByi10nMIp9rA', '2026-11-19 23:40:52.559+00', '2026-11-19 23:40:52.577+00');
INSERT INTO public.backup_codes VALUES ('9aXDtrY59AjAPREZLAi98g', 'TB-katW1fBzWd8BU8AP8rVqS4-ECDPzD9lBJ3ghRN-E', '7xcMKEsbTDByi10nMIp9rA', '2026-11-19 23:40:52.559+00', '2026-11-19 23:40:52.581+00');
INSERT INTO public.backup_codes VALUES ('9aXDtrY59AjAPREZLAi98g', 'k6DtXQaBLYnfYqBHmL_uah_44s1e8ghOG_YCdZtALYE', '7xcMKEsbTDByi10nMIp9rA', '2026-11-19 23:40:52.559+00', '2026-11-19 23:40:52.585+00');
INSERT INTO public.backup_codes VALUES ('9aXDtrY59AjAPREZLAi98g', 'CIm_k-IMpmr1DEAeKdyYtOEtdU2u7oMxufipmXw0Zt4', '7xcMKEsbTDByi10nMIp9rA', '2026-11-19 23:40:52.559+00', '2026-11-19 23:40:52.589+00');
INSERT INTO public.backup_codes VALUES ('9aXDtrY59AjAPREZLAi98g', 'cdhUg8GZ7I4_kSEPyqyhc7ekl3UcDivnSBgMNhOHkfc', '7xcMKEsbTDByi10nMIp9rA', '2026-11-19 23:40:52.559+00', '2026-11-19 23:40:52.593+00');
INSERT INTO public.backup_codes VALUES ('9aXDtrY59AjAPREZLAi98g', 'Qw59xS3fZ_OFbpSDMzosoPCdQD5asohcRIH2TWRS5a0', '7xcMKEsbTDByi10nMIp9rA', '2026-11-19 23:40:52.559+00', '2026-11-19 23:40:52.597+00');
INSERT INTO public.backup_codes VALUES ('9aXDtrY59AjAPREZLAi98g', 'a_7Ow3YoW7ZPYXxy8Z_PErjwzsvxDrTdJ4JpTBQG-Jw', '7xcMKEsbTDByi10nMIp9rA', '2026-11-19 23:40:52.559+00', '2026-11-19 23:40:52.599+00');

INSERT INTO public.companies VALUES ('acme', 'oidc', '{"issuer": "http://localhost:3000/sandbox/openid", "clientId": "foyer-at-acme", "clientSecret": "sandbox-secret-of-acme"}', '{}', false, true, '2026-11-19 23:40:52.629+00');
INSERT INTO public.companies VALUES ('globex', 'saml', '{"ssoUrl": "http://localhost:3000/sandbox/saml/globex/sso", "entityId": "http://localhost:3000/sandbox/saml/globex", "certificates": ["-----BEGIN CERTIFICATE-----\nMIIDKzCCAhOgAwIBAgIUWxc+20VlUwLCc/c0J9d5V5MYDcwwDQYJKoZIhvcNAQEL\nBQAwJDEiMCAGA1UEAwwZU2FuZGJveCBpZGVudGl0eSBwcm92aWRlcjAgFw0yNjEx\nMTUwNjA3NTZaGA8yMTI2MTAyMjA2MDc1NlowJDEiMCAGA1UEAwwZU2FuZGJveCBp\nZGVudGl0eSBwcm92aWRlcjCCASIwDQYJKoZIhvcNAQEBBQADggEPADCCAQoCggEB\nAPCF99Tz8PvA82eqf7Y6oZSeWLsb7OgJLChKO4on7sd3kGi+LJo3j7jnC8ekcznh\nSxz1s+NtBZcDe3fdbaaHYD2ptHppotcmzKTKa3U0Cq2Um/7FZBkg7iqJLaK+4T6q\nSTaOSbW5RchLsm1Zo0VTGZWcSfhadpIgqOg4sCUNJNSlt07IYx8v4f5rfRRfFsT0\nzI/ATUENYnM5JKDtZkU+i/y3NjaITcoS3WQWEzTdb8FDXFZ/OhupgzcDgLHjUSXf\nAjhmwP7/X/gs1T6rnepwRXOEN53gmOgp478V7lNZXG6vCvTY08/qIvl3KI+em3F7\nBYOMLfx0FX0FCWa1tQhm4ykCAwEAAaNTMFEwHQYDVR0OBBYEFFd2pXL0xEWCr4RR\ndV0RkuGXJ9tmMB8GA1UdIwQYMBaAFFd2pXL0xEWCr4RRdV0RkuGXJ9tmMA8GA1Ud\nEwEB/wQFMAMBAf8wDQYJKoZIhvcNAQELBQADggEBAD/XUZIc7gcW9iHBu9d99xXL\nLNUYqxz9HTgQpXahtUuELAbCZZDqvJrSlUuiZhaxIYJEPs5ESQtKY7WCvZA/kw0N\nDuXbqSid9IWvmITX1i9VDsX5QDjqxJKo9/X1jvlHar8U0EZAiUh7Wm2P+Nt62OMd\nZSiD4/gKjF57YwDoqbVQr2Qf7bOWGGUrKr/zl42/L9phdQAGi+KkEaYCpbeGrWON\nZKuysxekrSSV+9RjqHhSYxIecc+NDy0kb6u08FDVMwBuPbtxfC3GTLTTB22B6ri1\nYAQ11kWnALb5UgkvosbYo3nHeguBz90MDGmEGPJn4Mctd1DXyZe7xVq7qQaZTHo=\n-----END CERTIFICATE-----\n"]}', '{}', false, true, '2026-11-19 23:40:52.629+00');
INSERT INTO public.companies VALUES ('initech', 'oidc', '{"issuer": "http://localhost:3000/sandbox/openid", "clientId": "foyer-at-initech", "clientSecret": "sandbox-secret-of-initech"}', '{}', true, true, '2026-11-19 23:40:52.629+00');

INSERT INTO public.consents VALUES ('-OwHrzlf9kwuTcCE5dDtuQ', '2026-11', 'zh-CN', '2026-11-19 23:40:51.916+00');
INSERT INTO public.consents VALUES ('yB55UMTNWlSFio2Tghj_hw', '2026-11', 'zh-CN', '2026-11-19 23:40:51.967+00');
INSERT INTO public.consents VALUES ('Uj8bdMBHpYHg7VCio7Zw6A', '2026-11', 'zh-CN', '2026-11-19 23:40:51.99+00');
INSERT INTO public.consents VALUES ('As8JIWmHuWT8wM2cxq0_yQ', '2026-11', 'zh-CN', '2026-11-19 23:40:52.007+00');
INSERT INTO public.consents VALUES ('0pDk7JxUksv3_fYq-MvLxQ', '2026-11', 'zh-CN', '2026-11-19 23:40:52.022+00');
INSERT INTO public.consents VALUES ('kxQYFu4BGt1FKgJBTBbuOg', '2026-11', 'zh-CN', '2026-11-19 23:40:52.033+00');
INSERT INTO public.consents VALUES ('KIlDUwiiABWL_glGQGGosw', '2026-11', 'zh-CN', '2026-11-19 23:40:52.087+00');
INSERT INTO public.consents VALUES ('F6yrUVwXEH9R0_o0Jnq_WA', '2026-11', 'zh-CN', '2026-11-19 23:40:52.097+00');
INSERT INTO public.consents VALUES ('FtaszvWfcHnEcPThPpbiMQ', '2026-11', 'zh-CN', '2026-11-19 23:40:52.106+00');
INSERT INTO public.consents VALUES ('9aXDtrY59AjAPREZLAi98g', '2026-11', 'zh-CN', '2026-11-19 23:40:52.14+00');
INSERT INTO public.consents VALUES ('jZInV8DsmIn0tGbGQTkOdA', '2026-11', 'zh-CN', '2026-11-19 23:40:52.613+00');

INSERT INTO public.contact_changes OVERRIDING SYSTEM VALUE VALUES (1, 'KIlDUwiiABWL_glGQGGosw', 'email', 'kai.kong@example.com', 'kai@example.com', 'w79-_vde9hfVVAYvqnEwiOKUXX3vCYYmCJvlsih-8G4', '2026-11-18 23:40:52.063+00', '2026-11-21 23:40:52.063+00', NULL);

INSERT INTO public.identities VALUES ('VwNFdtrlirgmj1-xm9kwuA', '-OwHrzlf9kwuTcCE5dDtuQ', 'wechat.unionid', 'oUnion-alice0000000000000000', '2026-11-19 23:40:51.925+00');
INSERT INTO public.identities VALUES ('XTf6sby_Bn8aCnAdsVB5sw', '-OwHrzlf9kwuTcCE5dDtuQ', 'alipay.openid.2021000000000001', 'open-alice0000000000000000000000000000000000000', '2026-11-19 23:40:51.925+00');
INSERT INTO public.identities VALUES ('MPhe8u0RslW3xdvuTgmQlA', '-OwHrzlf9kwuTcCE5dDtuQ', 'dingtalk.unionid', 'union-alice0000000000000', '2026-11-19 23:40:51.925+00');
INSERT INTO public.identities VALUES ('ogdR-rRZIM2ZOHLfSzTdsA', 'yB55UMTNWlSFio2Tghj_hw', 'wechat.unionid', 'oUnion-bob000000000000000000', '2026-11-19 23:40:51.971+00');
INSERT INTO public.identities VALUES ('7-tlPPuyzQD_hxom4vGIjA', 'yB55UMTNWlSFio2Tghj_hw', 'alipay.openid.2021000000000001', 'open-bob000000000000000000000000000000000000000', '2026-11-19 23:40:51.971+00');
INSERT INTO public.identities VALUES ('FfX278xOQfReFsXo-EBTqw', 'yB55UMTNWlSFio2Tghj_hw', 'dingtalk.unionid', 'union-bob000000000000000', '2026-11-19 23:40:51.971+00');
INSERT INTO public.identities VALUES ('3Rg0mwhchSQ6l2ccvVFnUA', 'kxQYFu4BGt1FKgJBTBbuOg', 'wechat.unionid', 'oUnion-gus000000000000000000', '2026-11-19 23:40:52.037+00');
INSERT INTO public.identities VALUES ('SwW9JJOHJagGLvzMNPGB1Q', 'kxQYFu4BGt1FKgJBTBbuOg', 'alipay.openid.2021000000000001', 'open-gus000000000000000000000000000000000000000', '2026-11-19 23:40:52.037+00');
INSERT INTO public.identities VALUES ('Z6E2eicCXqnzau3VoWbO2g', 'kxQYFu4BGt1FKgJBTBbuOg', 'dingtalk.unionid', 'union-gus000000000000000', '2026-11-19 23:40:52.037+00');
INSERT INTO public.identities VALUES ('dcw7FYWhpeyWSeZcDBznoA', '2uhkqi6dzLYqaoXvWt-TMQ', 'wechat.unionid', 'oUnion-hua000000000000000000', '2026-11-19 23:40:52.051+00');
INSERT INTO public.identities VALUES ('MkkdBhwv_yedX0itAsi0zg', '2uhkqi6dzLYqaoXvWt-TMQ', 'alipay.openid.2021000000000001', 'open-hua000000000000000000000000000000000000000', '2026-11-19 23:40:52.051+00');
INSERT INTO public.identities VALUES ('6B4onwDXf_nS50saBGtI9w', '2uhkqi6dzLYqaoXvWt-TMQ', 'dingtalk.unionid', 'union-hua000000000000000', '2026-11-19 23:40:52.051+00');
INSERT INTO public.identities VALUES ('GP8cq6rqE2tAu9vfRR21Ow', '-OwHrzlf9kwuTcCE5dDtuQ', 'sso.acme', '["http://localhost:3000/sandbox/openid","acme-alice"]', '2026-11-19 23:40:52.638+00');
INSERT INTO public.identities VALUES ('RP61USG3PZHUJ8kXRT3rRA', '0pDk7JxUksv3_fYq-MvLxQ', 'sso.acme', '["http://localhost:3000/sandbox/openid","acme-fay"]', '2026-11-19 23:40:52.648+00');
INSERT INTO public.identities VALUES ('jJ0igXT7pFaDE7SaE54Luw', 'kxQYFu4BGt1FKgJBTBbuOg', 'sso.acme', '["http://localhost:3000/sandbox/openid","acme-gus"]', '2026-11-19 23:40:52.656+00');
INSERT INTO public.identities VALUES ('YljetO5WKPcGohYIYPo0nw', 'As8JIWmHuWT8wM2cxq0_yQ', 'sso.acme', '["http://localhost:3000/sandbox/openid","acme-erin"]', '2026-11-19 23:40:52.666+00');
INSERT INTO public.identities VALUES ('MqZNpQstqsG0HtF8RWVEzg', 'yB55UMTNWlSFio2Tghj_hw', 'sso.globex', '["http://localhost:3000/sandbox/saml/globex","urn:oasis:names:tc:SAML:2.0:nameid-format:persistent","globex-bob"]', '2026-11-19 23:40:52.675+00');
INSERT INTO public.identities VALUES ('oyHK0UvSgdGVJOWPyqfl0Q', '-OwHrzlf9kwuTcCE5dDtuQ', 'wecom.ww0a1b2c3d4e5f6789', 'alicelin', '2026-11-19 23:40:52.691+00');

INSERT INTO public.known_browsers VALUES ('-OwHrzlf9kwuTcCE5dDtuQ', 'Up9bGrne-RfzPcOZJtLnlwZ8yKcK4rsQMZr3-Bli2aQ', '2026-11-19 23:42:41.079+00');

INSERT INTO public.oidc_clients VALUES ('sandbox-contracts', 'Contracts', 'privateKey', NULL, NULL, NULL, '{"keys": [{"x": "0p0O9ZHqEIfoDHvViT6czAUryOVuXt3mQQGLLwVQUuE", "y": "llG4FEBdjR-_gOlvLoMmHu_jVhXVR-zxMcEcHbR58_s", "alg": "ES256", "crv": "P-256", "kid": "contracts", "kty": "EC", "use": "sig"}]}', '{http://localhost:3000/sandbox/contracts/callback}', '{http://localhost:3000/sandbox/contracts}', 'http://127.0.0.1:40503/contracts/logout', true, false, true, '2026-11-19 23:40:52.7+00', '{"zh-CN": "合同"}', 'http://localhost:3000/sandbox/contracts');

INSERT INTO public.passkeys VALUES ('fHZi4zohRahbW3vLkdsvsQ', 'jZInV8DsmIn0tGbGQTkOdA', 'vSmFSNDvQLsAjCy6IIThiwoHSMp7muUi0MjeXsVSixY', 'pQECAyYgASFYIFov8CrHGaInh35XRAxzOYr_jdWBfRynR5lEVs1os-ejIlgg4ynBY4ZGMQyC7rgUCS1Y0hiK7V8jFMXNbu23MFd0GGo', 0, '{internal}', '00000000-0000-0000-0000-000000000000', NULL, true, true, '2026-11-19 23:40:52.617+00', NULL, NULL);

INSERT INTO public.remembered_accounts VALUES ('Up9bGrne-RfzPcOZJtLnlwZ8yKcK4rsQMZr3-Bli2aQ', '-OwHrzlf9kwuTcCE5dDtuQ', 'password', '2026-11-19 23:42:41.079+00');

INSERT INTO public.secrets VALUES ('codes', 'p8F2kkk6QriEgfDOnDm_P8fr3G6aU4d0i4HG7gGj8Kw');
INSERT INTO public.secrets VALUES ('humanCheck', 'pR5qaFz4EjnwrbgKn4tDm8HISBH8AW8GWyY87UatimM');
INSERT INTO public.secrets VALUES ('scans', 'kGsFhJiwzpk_tPFgITrRSw5sxD5JLuCHquX_MaNr8Xo');
INSERT INTO public.secrets VALUES ('oidcEncryption', 'wPQLeOdE7_1sPHbwsmhbp8IZYCx0ccwcO3wzKUnzjH4');
INSERT INTO public.secrets VALUES ('oidcCookies', '0hKaNwKYBJFydIljgWiq3gpFThIVnSj-Ks1WPbZ0stw');

INSERT INTO public.sessions VALUES ('kmFeRAgMppfMVBzn0merpQ', 'tjwlFrluDMr9p-a01fVF3mKYpDTr9raWuFEfkTpDUkk', '-OwHrzlf9kwuTcCE5dDtuQ', 'open', 'password', '{password}', 'Chrome · Linux', '127.0.0.*', '2026-11-19 23:42:41.079+00', '2026-11-19 23:42:41.079+00', '2026-11-26 23:42:41.079+00', NULL, 'd911b272-9a25-47d9-94a8-6219c29f4b79', '2026-11-19 23:42:41.079+00');

SELECT pg_catalog.setval('drizzle.__drizzle_migrations_id_seq', 27, true);

SELECT pg_catalog.setval('public.audit_events_id_seq', 1, true);

SELECT pg_catalog.setval('public.contact_changes_id_seq', 1, true);

ALTER TABLE ONLY drizzle.__drizzle_migrations
    ADD CONSTRAINT __drizzle_migrations_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.access_codes
    ADD CONSTRAINT access_codes_pkey PRIMARY KEY (code_hash);

ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_email_unique UNIQUE (email);

ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_mobile_unique UNIQUE (mobile);

ALTER TABLE public.accounts
    ADD CONSTRAINT accounts_password_hash_format CHECK ((password_hash ~~ '$argon2%$m=%,t=%,p=%$%$%'::text)) NOT VALID;

ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_pkey PRIMARY KEY (ouid);

ALTER TABLE public.accounts
    ADD CONSTRAINT accounts_second_factor_exists CHECK (((NOT second_factor) OR (mobile IS NOT NULL) OR (own_factors > 0))) NOT VALID;

ALTER TABLE ONLY public.article_hits
    ADD CONSTRAINT article_hits_article_language_pk PRIMARY KEY (article, language);

ALTER TABLE ONLY public.articles
    ADD CONSTRAINT articles_id_language_pk PRIMARY KEY (id, language);

ALTER TABLE ONLY public.audit_events
    ADD CONSTRAINT audit_events_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.authenticator_setups
    ADD CONSTRAINT authenticator_setups_pkey PRIMARY KEY (handle_hash);

ALTER TABLE ONLY public.authenticators
    ADD CONSTRAINT authenticators_pkey PRIMARY KEY (account);

ALTER TABLE ONLY public.backup_codes
    ADD CONSTRAINT backup_codes_account_code_hash_pk PRIMARY KEY (account, code_hash);

ALTER TABLE ONLY public.banners
    ADD CONSTRAINT banners_id_language_pk PRIMARY KEY (id, language);

ALTER TABLE ONLY public.budgets
    ADD CONSTRAINT budgets_pkey PRIMARY KEY (key);

ALTER TABLE ONLY public.codes
    ADD CONSTRAINT codes_pkey PRIMARY KEY (handle_hash);

ALTER TABLE ONLY public.companies
    ADD CONSTRAINT companies_pkey PRIMARY KEY (slug);

ALTER TABLE ONLY public.sso_requests
    ADD CONSTRAINT company_sign_ins_pkey PRIMARY KEY (state_hash);

ALTER TABLE ONLY public.consents
    ADD CONSTRAINT consents_account_version_pk PRIMARY KEY (account, version);

ALTER TABLE ONLY public.contact_changes
    ADD CONSTRAINT contact_changes_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.contact_changes
    ADD CONSTRAINT contact_changes_undo_hash_unique UNIQUE (undo_hash);

ALTER TABLE ONLY public.event_counts
    ADD CONSTRAINT event_counts_day_name_details_pk PRIMARY KEY (day, name, details);

ALTER TABLE ONLY public.pending_sign_ins
    ADD CONSTRAINT held_sign_ins_pkey PRIMARY KEY (handle_hash);

ALTER TABLE ONLY public.human_checks
    ADD CONSTRAINT human_checks_pkey PRIMARY KEY (puzzle);

ALTER TABLE ONLY public.human_checks
    ADD CONSTRAINT human_checks_token_hash_unique UNIQUE (token_hash);

ALTER TABLE ONLY public.id_number_claims
    ADD CONSTRAINT id_number_claims_pkey PRIMARY KEY (account);

ALTER TABLE ONLY public.identities
    ADD CONSTRAINT identities_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.identities
    ADD CONSTRAINT identities_provider_subject UNIQUE (provider, subject);

ALTER TABLE ONLY public.imported_passwords
    ADD CONSTRAINT imported_passwords_pkey PRIMARY KEY (account);

ALTER TABLE ONLY public.known_browsers
    ADD CONSTRAINT known_browsers_account_browser_id_pk PRIMARY KEY (account, browser_id);

ALTER TABLE ONLY public.oidc_clients
    ADD CONSTRAINT oidc_clients_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.oidc_keys
    ADD CONSTRAINT oidc_keys_pkey PRIMARY KEY (generation);

ALTER TABLE ONLY public.oidc_logouts
    ADD CONSTRAINT oidc_logouts_client_sid_pk PRIMARY KEY (client, sid);

ALTER TABLE ONLY public.oidc_permissions
    ADD CONSTRAINT oidc_permissions_account_client_pk PRIMARY KEY (account, client);

ALTER TABLE ONLY public.oidc_records
    ADD CONSTRAINT oidc_records_model_id_hash_pk PRIMARY KEY (model, id_hash);

ALTER TABLE ONLY public.oidc_sessions
    ADD CONSTRAINT oidc_sessions_pkey PRIMARY KEY (sid);

ALTER TABLE ONLY public.passkey_challenges
    ADD CONSTRAINT passkey_challenges_pkey PRIMARY KEY (challenge_hash);

ALTER TABLE ONLY public.passkeys
    ADD CONSTRAINT passkeys_credential_id_unique UNIQUE (credential_id);

ALTER TABLE ONLY public.passkeys
    ADD CONSTRAINT passkeys_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.password_offers
    ADD CONSTRAINT password_offers_pkey PRIMARY KEY (handle_hash);

ALTER TABLE ONLY public.pending_sign_ins
    ADD CONSTRAINT pending_sign_ins_proof_hash_unique UNIQUE (proof_hash);

ALTER TABLE ONLY public.people_imports
    ADD CONSTRAINT people_imports_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.person_searches
    ADD CONSTRAINT person_searches_pkey PRIMARY KEY (handle_hash);

ALTER TABLE ONLY public.pictures
    ADD CONSTRAINT pictures_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.plain_password_requests
    ADD CONSTRAINT plain_password_requests_pkey PRIMARY KEY (handle_hash);

ALTER TABLE ONLY public.remembered_accounts
    ADD CONSTRAINT remembered_accounts_browser_id_account_pk PRIMARY KEY (browser_id, account);

ALTER TABLE ONLY public.scans
    ADD CONSTRAINT scans_context_hash_unique UNIQUE (context_hash);

ALTER TABLE ONLY public.scans
    ADD CONSTRAINT scans_pkey PRIMARY KEY (login_id_hash);

ALTER TABLE ONLY public.scans
    ADD CONSTRAINT scans_scene_hash_unique UNIQUE (scene_hash);

ALTER TABLE ONLY public.scans
    ADD CONSTRAINT scans_ticket_hash_unique UNIQUE (ticket_hash);

ALTER TABLE ONLY public.secrets
    ADD CONSTRAINT secrets_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.seen_assertions
    ADD CONSTRAINT seen_assertions_pkey PRIMARY KEY (id_hash);

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_proof_hash_unique UNIQUE (proof_hash);

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_token_hash_unique UNIQUE (token_hash);

ALTER TABLE ONLY public.attempts
    ADD CONSTRAINT tries_pkey PRIMARY KEY (key);

ALTER TABLE ONLY public.trusted_browsers
    ADD CONSTRAINT trusted_browsers_token_hash_account_pk PRIMARY KEY (token_hash, account);

ALTER TABLE ONLY public.verified_mobiles
    ADD CONSTRAINT vouched_numbers_pkey PRIMARY KEY (payload_hash);

CREATE INDEX access_codes_expires_at ON public.access_codes USING btree (expires_at);

CREATE INDEX accounts_closes_at ON public.accounts USING btree (closes_at) WHERE (closes_at IS NOT NULL);

CREATE INDEX accounts_email_not_ascii ON public.accounts USING btree (email) WHERE (email ~ '[^ -~]'::text);

CREATE INDEX accounts_email_prefix ON public.accounts USING btree (email text_pattern_ops);

CREATE INDEX accounts_id_number ON public.accounts USING btree (id_number);

CREATE INDEX accounts_latin_name_prefix ON public.accounts USING btree (lower(latin_name) text_pattern_ops);

CREATE INDEX accounts_mobile_prefix ON public.accounts USING btree (mobile text_pattern_ops);

CREATE INDEX accounts_name_prefix ON public.accounts USING btree (name text_pattern_ops);

CREATE INDEX attempts_expires_at ON public.attempts USING btree (expires_at);

CREATE INDEX audit_events_account ON public.audit_events USING btree (account, id);

CREATE INDEX audit_events_at ON public.audit_events USING btree (at);

CREATE INDEX authenticator_setups_expires_at ON public.authenticator_setups USING btree (expires_at);

CREATE INDEX budgets_expires_at ON public.budgets USING btree (expires_at);

CREATE INDEX codes_expires_at ON public.codes USING btree (expires_at);

CREATE INDEX codes_recipient_biz_type ON public.codes USING btree (recipient, biz_type);

CREATE INDEX contact_changes_account ON public.contact_changes USING btree (account);

CREATE INDEX contact_changes_expires_at ON public.contact_changes USING btree (expires_at);

CREATE INDEX human_checks_expires_at ON public.human_checks USING btree (expires_at);

CREATE INDEX identities_account ON public.identities USING btree (account);

CREATE UNIQUE INDEX identities_one_per_company ON public.identities USING btree (account, provider) WHERE (provider ~ '^(sso|wecom)[.]'::text);

CREATE INDEX imported_passwords_expires_at ON public.imported_passwords USING btree (expires_at);

CREATE INDEX imported_passwords_open ON public.imported_passwords USING btree (expires_at) WHERE (hash IS NOT NULL);

CREATE INDEX known_browsers_last_seen_at ON public.known_browsers USING btree (last_seen_at);

CREATE INDEX oidc_records_account ON public.oidc_records USING btree (account);

CREATE INDEX oidc_records_expires_at ON public.oidc_records USING btree (expires_at);

CREATE INDEX oidc_records_grant_id ON public.oidc_records USING btree (grant_id);

CREATE INDEX passkey_challenges_expires_at ON public.passkey_challenges USING btree (expires_at);

CREATE INDEX passkeys_account ON public.passkeys USING btree (account);

CREATE INDEX password_offers_expires_at ON public.password_offers USING btree (expires_at);

CREATE INDEX pending_sign_ins_expires_at ON public.pending_sign_ins USING btree (expires_at);

CREATE INDEX person_searches_expires_at ON public.person_searches USING btree (expires_at);

CREATE INDEX plain_password_requests_expires_at ON public.plain_password_requests USING btree (expires_at);

CREATE INDEX remembered_accounts_account ON public.remembered_accounts USING btree (account);

CREATE INDEX remembered_accounts_last_used_at ON public.remembered_accounts USING btree (last_used_at);

CREATE INDEX scans_expires_at ON public.scans USING btree (expires_at);

CREATE INDEX seen_assertions_expires_at ON public.seen_assertions USING btree (expires_at);

CREATE INDEX sessions_account ON public.sessions USING btree (account);

CREATE INDEX sessions_expires_at ON public.sessions USING btree (expires_at);

CREATE INDEX sessions_sid ON public.sessions USING btree (sid);

CREATE INDEX sso_requests_expires_at ON public.sso_requests USING btree (expires_at);

CREATE INDEX trusted_browsers_account ON public.trusted_browsers USING btree (account);

CREATE INDEX trusted_browsers_expires_at ON public.trusted_browsers USING btree (expires_at);

CREATE TRIGGER accounts_disabled AFTER UPDATE OF disabled_at ON public.accounts FOR EACH ROW WHEN ((old.disabled_at IS DISTINCT FROM new.disabled_at)) EXECUTE FUNCTION public.end_sessions_of_account();

CREATE TRIGGER accounts_disabled_forgotten AFTER UPDATE OF disabled_at ON public.accounts FOR EACH ROW WHEN ((old.disabled_at IS DISTINCT FROM new.disabled_at)) EXECUTE FUNCTION public.forget_disabled_account();

CREATE TRIGGER accounts_password_set AFTER UPDATE OF password_hash ON public.accounts FOR EACH ROW EXECUTE FUNCTION public.remove_imported_password();

CREATE TRIGGER audit_events_kept BEFORE DELETE OR UPDATE ON public.audit_events FOR EACH ROW EXECUTE FUNCTION public.keep_audit_events();

CREATE TRIGGER audit_events_not_truncated BEFORE TRUNCATE ON public.audit_events FOR EACH STATEMENT EXECUTE FUNCTION public.keep_audit_events();

CREATE TRIGGER authenticators_counted AFTER INSERT OR DELETE ON public.authenticators FOR EACH ROW EXECUTE FUNCTION public.count_own_factors();

CREATE TRIGGER passkeys_counted AFTER INSERT OR DELETE ON public.passkeys FOR EACH ROW EXECUTE FUNCTION public.count_own_factors();

CREATE TRIGGER sessions_ended AFTER DELETE ON public.sessions FOR EACH ROW EXECUTE FUNCTION public.end_application_sessions();

ALTER TABLE ONLY public.access_codes
    ADD CONSTRAINT access_codes_company_companies_slug_fk FOREIGN KEY (company) REFERENCES public.companies(slug) ON DELETE CASCADE;

ALTER TABLE ONLY public.authenticator_setups
    ADD CONSTRAINT authenticator_setups_account_accounts_ouid_fk FOREIGN KEY (account) REFERENCES public.accounts(ouid) ON DELETE CASCADE;

ALTER TABLE ONLY public.authenticators
    ADD CONSTRAINT authenticators_account_accounts_ouid_fk FOREIGN KEY (account) REFERENCES public.accounts(ouid) ON DELETE CASCADE;

ALTER TABLE ONLY public.backup_codes
    ADD CONSTRAINT backup_codes_account_accounts_ouid_fk FOREIGN KEY (account) REFERENCES public.accounts(ouid) ON DELETE CASCADE;

ALTER TABLE ONLY public.codes
    ADD CONSTRAINT codes_account_accounts_ouid_fk FOREIGN KEY (account) REFERENCES public.accounts(ouid) ON DELETE CASCADE;

ALTER TABLE ONLY public.consents
    ADD CONSTRAINT consents_account_accounts_ouid_fk FOREIGN KEY (account) REFERENCES public.accounts(ouid) ON DELETE CASCADE;

ALTER TABLE ONLY public.contact_changes
    ADD CONSTRAINT contact_changes_account_accounts_ouid_fk FOREIGN KEY (account) REFERENCES public.accounts(ouid) ON DELETE CASCADE;

ALTER TABLE ONLY public.id_number_claims
    ADD CONSTRAINT id_number_claims_account_accounts_ouid_fk FOREIGN KEY (account) REFERENCES public.accounts(ouid) ON DELETE CASCADE;

ALTER TABLE ONLY public.identities
    ADD CONSTRAINT identities_account_accounts_ouid_fk FOREIGN KEY (account) REFERENCES public.accounts(ouid) ON DELETE CASCADE;

ALTER TABLE ONLY public.imported_passwords
    ADD CONSTRAINT imported_passwords_account_accounts_ouid_fk FOREIGN KEY (account) REFERENCES public.accounts(ouid) ON DELETE CASCADE;

ALTER TABLE ONLY public.known_browsers
    ADD CONSTRAINT known_browsers_account_accounts_ouid_fk FOREIGN KEY (account) REFERENCES public.accounts(ouid) ON DELETE CASCADE;

ALTER TABLE ONLY public.oidc_logouts
    ADD CONSTRAINT oidc_logouts_client_oidc_clients_id_fk FOREIGN KEY (client) REFERENCES public.oidc_clients(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.oidc_permissions
    ADD CONSTRAINT oidc_permissions_account_accounts_ouid_fk FOREIGN KEY (account) REFERENCES public.accounts(ouid) ON DELETE CASCADE;

ALTER TABLE ONLY public.oidc_permissions
    ADD CONSTRAINT oidc_permissions_client_oidc_clients_id_fk FOREIGN KEY (client) REFERENCES public.oidc_clients(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.passkey_challenges
    ADD CONSTRAINT passkey_challenges_account_accounts_ouid_fk FOREIGN KEY (account) REFERENCES public.accounts(ouid) ON DELETE CASCADE;

ALTER TABLE ONLY public.passkeys
    ADD CONSTRAINT passkeys_account_accounts_ouid_fk FOREIGN KEY (account) REFERENCES public.accounts(ouid) ON DELETE CASCADE;

ALTER TABLE ONLY public.password_offers
    ADD CONSTRAINT password_offers_session_sessions_id_fk FOREIGN KEY (session) REFERENCES public.sessions(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.pending_sign_ins
    ADD CONSTRAINT pending_sign_ins_account_accounts_ouid_fk FOREIGN KEY (account) REFERENCES public.accounts(ouid) ON DELETE CASCADE;

ALTER TABLE ONLY public.person_searches
    ADD CONSTRAINT person_searches_account_accounts_ouid_fk FOREIGN KEY (account) REFERENCES public.accounts(ouid) ON DELETE CASCADE;

ALTER TABLE ONLY public.remembered_accounts
    ADD CONSTRAINT remembered_accounts_account_accounts_ouid_fk FOREIGN KEY (account) REFERENCES public.accounts(ouid) ON DELETE CASCADE;

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_account_accounts_ouid_fk FOREIGN KEY (account) REFERENCES public.accounts(ouid) ON DELETE CASCADE;

ALTER TABLE ONLY public.sso_requests
    ADD CONSTRAINT sso_requests_company_companies_slug_fk FOREIGN KEY (company) REFERENCES public.companies(slug) ON DELETE CASCADE;

ALTER TABLE ONLY public.trusted_browsers
    ADD CONSTRAINT trusted_browsers_account_accounts_ouid_fk FOREIGN KEY (account) REFERENCES public.accounts(ouid) ON DELETE CASCADE;
