import { readLocal, removeLocal, writeLocal } from '../../platform/storage/storage.ts';

const chosen = 'foyer.sandboxAuthenticator';

/** Whether the person has chosen the authenticator of the sandbox in this browser. */
export const isSandboxAuthenticatorChosen = () => readLocal(chosen) === 'on';

/** From now on the pages of this browser use the authenticator of the sandbox. */
export function chooseSandboxAuthenticator(base: string) {
  writeLocal(chosen, 'on');
  installSandboxAuthenticator(base);
}

/** The page is loaded again, which brings the browser's own authenticators back. */
export function leaveSandboxAuthenticator() {
  removeLocal(chosen);
  location.reload();
}

/**
 * Makes the page use the authenticator of the sandbox, as if it were built into this device. It has no list of its own: the
 * autofill stays as it is, and the button uses the newest passkey.
 */
export function installSandboxAuthenticator(base: string) {
  const ask = async (path: 'create' | 'get', publicKey: unknown) => {
    const response = await fetch(`${base}/authenticator/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ options: toJson(publicKey) }),
    });
    return ((await response.json()) as { credential: JsonCredential | null }).credential;
  };

  navigator.credentials.get = async ({ publicKey, mediation, signal } = {}) => {
    if (mediation === 'conditional') return untilAborted(signal);
    const used = await ask('get', publicKey);
    if (!used) throw new DOMException('The authenticator has no passkey', 'NotAllowedError');
    return toCredential(used);
  };
  navigator.credentials.create = async ({ publicKey } = {}) => {
    const created = await ask('create', publicKey);
    if (!created) throw new DOMException('The authenticator has a passkey already', 'InvalidStateError');
    return toCredential(created);
  };
  Object.assign(PublicKeyCredential, {
    isUserVerifyingPlatformAuthenticatorAvailable: async () => true,
    getClientCapabilities: async () => ({ userVerifyingPlatformAuthenticator: true, conditionalGet: false }),
  });
}

interface JsonCredential {
  id: string;
  rawId: string;
  type: string;
  response: Record<string, string | string[]>;
}

const untilAborted = (signal: AbortSignal | undefined) =>
  new Promise<never>((_, reject) => {
    signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
  });

/** The options with all bytes as text. */
function toJson(value: unknown): unknown {
  if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return toText(value);
  if (Array.isArray(value)) return value.map(toJson);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, toJson(inner)]));
}

/** What the browser's own authenticators return, as far as pages read it. */
function toCredential({ id, rawId, type, response: { transports, ...response } }: JsonCredential) {
  const bytes = Object.entries(response).map(([name, text]) => [name, toBytes(String(text))]);
  const credential = {
    id,
    type,
    rawId: toBytes(rawId),
    response: { ...Object.fromEntries(bytes), getTransports: () => transports ?? [] },
  };
  return credential;
}

const toText = (value: ArrayBuffer | ArrayBufferView) =>
  btoa(String.fromCharCode(...new Uint8Array(value instanceof ArrayBuffer ? value : value.buffer)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

const toBytes = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0)).buffer;
