/** Local storage that may be blocked, full or filled with junk: the page must not notice. */
export function recall(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

export function remember(key: string, value: string) {
  try {
    localStorage.setItem(key, value);
  } catch {
    // A preference that cannot be kept is not worth an error.
  }
}
