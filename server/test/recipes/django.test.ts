import { expect, test } from 'vitest';
import {
  type Adapt,
  installed,
  listeningAppForFile,
  personAt,
  startRecipe,
} from '../support/flows/test-applications.ts';

/* Django with the settings of docs/recipes/django.md, on the packages of Debian. */

const python = await installed('django');
const services = await listeningAppForFile();

/** What every Django project has before these settings. */
const project = `
import os
DEBUG = True
SECRET_KEY = os.environ['SESSION_SECRET']
ROOT_URLCONF = 'urls'
DEFAULT_AUTO_FIELD = 'django.db.models.BigAutoField'
DATABASES = {'default': {'ENGINE': 'django.db.backends.sqlite3', 'NAME': 'db.sqlite3'}}
INSTALLED_APPS = ['django.contrib.auth', 'django.contrib.contenttypes', 'django.contrib.sessions']
MIDDLEWARE = [
    'django.contrib.sessions.middleware.SessionMiddleware',
    'django.contrib.auth.middleware.AuthenticationMiddleware',
]
`;
const inProject: Adapt = (text) => (text.startsWith('INSTALLED_APPS') ? `${project}${text}` : text);

test.skipIf(!python)(
  'Django, whose package has no PKCE, signs a person in, asks for two factors, and signs them out',
  async () => {
    const django = `${python} -u -m django`;
    const { origin } = await startRecipe(services, 'django', {
      command: ['sh', '-c', `${django} migrate && exec ${django} runserver --noreload $PORT`],
      ready: /Starting development server/,
      adapt: inProject,
      env: { DJANGO_SETTINGS_MODULE: 'settings', PYTHONPATH: '.' },
    });
    const person = await personAt(services, origin);
    expect(await person.open('/')).toMatchObject({ text: 'Who are you?' });

    const { requested, shown } = await person.signIn('/login/oidc/');
    expect(requested.searchParams.has('code_challenge')).toBe(false);
    expect(shown).toMatchObject({ url: new URL('/', origin), text: `You are ${person.name}` });

    expect((await person.stepUp('/sign')).shown).toMatchObject({ status: 200, text: 'You may sign' });

    const signOut = await person.open('/logout');
    expect((await person.foyer.open(signOut.url)).url.href).toBe(new URL('/', origin).href);
    expect(await person.open('/')).toMatchObject({ text: 'Who are you?' });
    expect((await person.open('/login/oidc/')).url.origin).toBe(services.config.publicUrl);
  },
);
