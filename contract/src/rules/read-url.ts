/** The URL that a browser reads in `text`; undefined if it is none. Browsers before 2023 have no `URL.parse` or `URL.canParse`. */
export function readUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
