import { fallbackLanguage, defaultLanguage, languageCookie, languages } from '@foyer/contract/language';
import { tabKey } from '@foyer/contract/pages/page-params';
import { pageAliases, pageRoutes, ssoMiddlePath } from '@foyer/contract/pages/page-routes';
import { userAgentPatterns } from '@foyer/contract/rules/device-rules';
import { nameParts } from './document-variants.ts';

interface NginxOptions {
  /** The folder with the exported files. */
  root: string;
  productCode: string;
  /** Where the calls go; undefined for an API on another origin, which browsers call directly. */
  api: { base: string; backend: string } | undefined;
  /** Origins besides its own that the page may use. */
  sources: { connect: string; frame: string; picture: string };
  /** The Content-Security-Policy, with the variables $foyer_connect, $foyer_frame and $foyer_picture. */
  policy: string;
  headers: Record<string, string>;
  /** The Content-Security-Policy of the brand's pictures. */
  picturePolicy: string;
}

/** A configuration of nginx that chooses documents as the service does, from the same patterns. */
export const nginxConf = ({ root, productCode, api, sources, policy, headers, picturePolicy }: NginxOptions) =>
  `# Serves the exported page and forwards its calls. Belongs into the http block of nginx, for example as
# /etc/nginx/conf.d/foyer.conf. Lines to adapt are marked with "ADAPT".

# The kind of client. ADAPT: the first pattern names the product code of config.json.
map $http_user_agent $foyer_device {
    default pc;
    ${entry(`~*${productCode}_APP/`, 'app')}
    ${entry(`~*${harmonyPc.source}`, 'pc')}
    ${entry(`~*^(?=.*(?:${phones.source}|${tablets.source}))(?=.*(?:${inChatApp}))`, 'h5')}
    ${entry(`~*${phones.source}`, 'mobileWeb')}
}

# The language: the chosen one, else the first accepted one that there is.
map $http_accept_language $foyer_accepted_language {
    default ${fallbackLanguage};
    "" ${defaultLanguage};
    ${languages.map((language) => entry(firstAccepted(language), language)).join('\n    ')}
}
map $cookie_${languageCookie} $foyer_language {
    default $foyer_accepted_language;
    ${languages.map((language) => `${language} ${language};`).join('\n    ')}
}

# The page. A sign-in page with an access code continues a company sign-in.
map $uri $foyer_path {
    default "";
    ${entry(`~${ssoMiddlePath.slice(1)}`, 'ssoMiddle')}
    ${paths.map(([path, page]) => entry(`~^${path}/*$`, page)).join('\n    ')}
}
map "$foyer_path $arg_accessCode" $foyer_page {
    default $foyer_path;
    "~^login ." ssoMiddle;
}

# The state of the sign-in form: its tab, an account that the URL fixes, company sign-in.
map $cookie_${tabKey} $foyer_last_tab {
    default "";
    authCode ${nameParts.authCode};
}
map $arg_${tabKey} $foyer_tab {
    default "";
    "" $foyer_last_tab;
    authCode ${nameParts.authCode};
}
map $args $foyer_locked {
    default "";
    ${entry(isOn('ssoLogin'), nameParts.locked)}
    ${entry(`~(?:^|&)(?:account|principal)=(?:${email}|${mobile})(?:&|$)`, nameParts.locked)}
}
map $args $foyer_sso {
    default "";
    ${entry(isOn('(?:ssoLogin|appSsoLogin)'), nameParts.sso)}
}
map $foyer_page $foyer_form {
    default "";
    login $foyer_tab$foyer_locked$foyer_sso;
}
map "$foyer_page $foyer_device $args" $foyer_languages {
    default "";
    "~^offline |^\\w* app " "";
    ${entry(isOn('hideLanguageButton', '(?:[ &])'), nameParts.languageHidden)}
}

map $uri $foyer_cache {
    default "public, max-age=3600";
    ~^/(?:assets|brand)/ "public, max-age=31536000, immutable";
    ~^/documents/ no-store;
    /config.json no-cache;
}
# Pictures of the brand: opened by themselves, they have neither scripts nor our origin.
map $uri $foyer_policy {
    default $foyer_page_policy;
    ~^/brand/ "${picturePolicy}";
}
map $uri $foyer_vary {
    default "";
    ~^/documents/ "Accept-Language, Cookie, User-Agent";
}
map $uri $foyer_content_language {
    default "";
    ~^/documents/ $foyer_language;
}

server {
    # ADAPT: in production, https with its certificate, and HSTS.
    listen 80;
    server_name _;
    # add_header Strict-Transport-Security "max-age=31536000" always;

    # ADAPT: the folder with the exported files.
    root ${root};
    charset utf-8;

    # ADAPT: origins besides its own that the page may use, separated by spaces: for calls and analytics, for frames
    # (the QR code of an app's own page, the chat), and for pictures (banners, QR codes).
    set $foyer_connect "${sources.connect}";
    set $foyer_frame "${sources.frame}";
    set $foyer_picture "${sources.picture}";
    # The hashes belong to the documents of this export.
    set $foyer_page_policy "${policy}";
    add_header Content-Security-Policy $foyer_policy always;
${Object.entries(headers)
  .map(([name, value]) => `    add_header ${name} "${value}" always;`)
  .join('\n')}
    add_header Cache-Control $foyer_cache always;
    add_header Vary $foyer_vary always;
    add_header Content-Language $foyer_content_language always;

    # Every text file has a compressed copy. With the module ngx_brotli, add: brotli_static on;
    gzip_static on;
    gzip_vary on;
${api ? apiLocation(api) : ''}
    location = / {
        return 302 ${pageRoutes.login}$is_args$args;
    }
    location /assets/ {
    }
    location /brand/ {
    }
    location ~ ^/(?:config\\.json|favicon\\.svg|offline-worker\\.js|robots\\.txt)$ {
    }
    location /documents/ {
        internal;
    }
    location / {
        if ($foyer_page = "") {
            return 404;
        }
        rewrite ^ /documents/$foyer_page.$foyer_language.$foyer_device$foyer_form$foyer_languages.html last;
    }
    error_page 404 /documents/notFound.$foyer_language.$foyer_device$foyer_languages.html;
}
`;

const apiLocation = ({ base, backend }: { base: string; backend: string }) => `
    # ADAPT: the back end. The lines of this block replace the headers above, which are for the page.
    location ${base}/ {
        add_header X-Content-Type-Options nosniff always;
        proxy_pass ${backend};
        proxy_set_header Host $http_host;
        proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
        proxy_set_header X-Forwarded-Proto $scheme;
        gzip_static off;
    }
`;

const { phones, tablets, harmonyPc, chatApps } = userAgentPatterns;
const inChatApp = Object.values(chatApps)
  .map(({ source }) => source)
  .join('|');

const routes = Object.entries(pageRoutes).map(([page, path]): [string, string] => [path, page]);
/** `/` redirects to sign-in. */
const paths = [...routes, ...pageAliases].filter(([path]) => path !== '/');

/** As they stand in a query: percent-encoded or not, a mobile number perhaps with separators and the country's code. */
const email = String.raw`[^&]*(?:@|%40)[^&]*\.[^&]*`;
const separators = String.raw`(?:[-+]|%20)*`;
const mobile = String.raw`(?:(?:\+|%2[Bb]|00)86)?${separators}1(?:${separators}\d){10}`;

/** A parameter that is present, with any value but `false` and `0`. */
const isOn = (name: string, before = '(?:^|&)') => `~${before}${name}(?:&|$|=(?!(?:(?i:false)|0)(?:&|$)))`;

const primaryTag = (language: string) => language.split('-', 1)[0];

/** Browsers list the accepted languages by preference. */
function firstAccepted(language: string) {
  const anyOfOurs = languages.map(primaryTag).join('|');
  return `~*^(?:\\s*(?!(?:${anyOfOurs})\\b)[^,]*,)*\\s*${primaryTag(language)}\\b`;
}

const entry = (pattern: string, value: string) => `"${pattern}" ${value};`;
