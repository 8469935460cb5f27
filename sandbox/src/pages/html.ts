/** Escaped markup. Only `html` creates it, so unescaped text cannot be mixed in. */
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

/** A template tag that escapes every value, for element content and quoted attributes alike. */
export const html = (strings: TemplateStringsArray, ...pieces: Piece[]) =>
  new Html(strings.reduce((markup, string, i) => markup + render(pieces[i - 1]) + string));

function render(piece: Piece): string {
  if (piece === undefined || piece === false) return '';
  if (piece instanceof Html) return piece.toString();
  if (typeof piece === 'object') return piece.map(render).join('');
  return String(piece).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
