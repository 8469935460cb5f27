import { minutes } from '@foyer/contract/time';

/** Hands a file to the browser to save. */
export function download(fileName: string, content: string, type: string) {
  const url = URL.createObjectURL(new Blob([content], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // Safari reads the file after the click, and asks the person first.
  setTimeout(() => URL.revokeObjectURL(url), minutes(10));
}
