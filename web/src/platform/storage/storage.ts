/** The app whose QR code was shown last. */
export const lastAppKey = 'preQrLoginWay';

/** Local storage that may be blocked or full: a failure is the same as an empty storage. */
export function readLocal(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

export function writeLocal(key: string, value: string) {
  try {
    localStorage.setItem(key, value);
  } catch {
    // A preference that cannot be stored is not worth an error.
  }
}

export function removeLocal(key: string) {
  try {
    localStorage.removeItem(key);
  } catch {
    // The storage is blocked: there is nothing to remove.
  }
}
