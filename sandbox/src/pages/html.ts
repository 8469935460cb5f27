/** Markup that is safe to send. Only `html` makes it, so nothing else gets past the escaping. */
class Html {
  readonly #text: string;
  constructor(text: string) {
    this.#text = text;
  }
  toString() {
    return this.#text;
  }
}
export type { Html };

type Piece = string | number | Html | undefined | false | readonly Piece[];

/** Markup from a template. What is put in is text, escaped for elements and quoted attributes alike. */
export const html = (strings: TemplateStringsArray, ...pieces: Piece[]) =>
  new Html(strings.reduce((whole, string, i) => whole + markup(pieces[i - 1]) + string));

function markup(piece: Piece): string {
  if (piece === undefined || piece === false) return '';
  if (piece instanceof Html) return piece.toString();
  if (typeof piece === 'object') return piece.map(markup).join('');
  return String(piece).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
