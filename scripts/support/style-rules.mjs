/*
 * What a style sheet may say by itself, and what it has to take from the tokens. The rules are explained in
 * docs/decisions/016-tokens-and-themes.md.
 */
const hexColour = /#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})(?![\w-])/i;
const colourFunction = /(?<![\w-])(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color|light-dark)\(/i;
const takesColour = /colou?r|background|border|outline|shadow|filter|fill|stroke|mask|decoration|column-rule|^--/;
const systemColours = words(
  'AccentColor AccentColorText ActiveText ButtonBorder ButtonFace ButtonText Canvas CanvasText Field FieldText GrayText Highlight HighlightText LinkText Mark MarkText SelectedItem SelectedItemText VisitedText',
);
const namedColours = words(
  'aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue blueviolet brown burlywood cadetblue chartreuse chocolate coral cornflowerblue cornsilk crimson cyan darkblue darkcyan darkgoldenrod darkgray darkgreen darkgrey darkkhaki darkmagenta darkolivegreen darkorange darkorchid darkred darksalmon darkseagreen darkslateblue darkslategray darkslategrey darkturquoise darkviolet deeppink deepskyblue dimgray dimgrey dodgerblue firebrick floralwhite forestgreen fuchsia gainsboro ghostwhite gold goldenrod gray green greenyellow grey honeydew hotpink indianred indigo ivory khaki lavender lavenderblush lawngreen lemonchiffon lightblue lightcoral lightcyan lightgoldenrodyellow lightgray lightgreen lightgrey lightpink lightsalmon lightseagreen lightskyblue lightslategray lightslategrey lightsteelblue lightyellow lime limegreen linen magenta maroon mediumaquamarine mediumblue mediumorchid mediumpurple mediumseagreen mediumslateblue mediumspringgreen mediumturquoise mediumvioletred midnightblue mintcream mistyrose moccasin navajowhite navy oldlace olive olivedrab orange orangered orchid palegoldenrod palegreen paleturquoise palevioletred papayawhip peachpuff peru pink plum powderblue purple rebeccapurple red rosybrown royalblue saddlebrown salmon sandybrown seagreen seashell sienna silver skyblue slateblue slategray slategrey snow springgreen steelblue tan teal thistle tomato turquoise violet wheat white whitesmoke yellow yellowgreen',
);

/** A length in pixels or font units, except a line of 1 px; shares of the window and of the box are not. */
const length = /(?<![\w.-])-?(?!0*(?:\.0+)?(?:px|r?em)|1px)(?:\d+\.?\d*|\.\d+)(?:px|r?em|pt)/;
const number = /\d/;
const duration = /(?<![\w.-])(?!0m?s)[\d.]+m?s\b|cubic-bezier\(/;

/** The properties whose values come from the tokens, with what such a value must not contain outside `var()`. @type {[RegExp, RegExp, string][]} */
const tokensOnly = [
  [/^(?:scroll-)?(?:padding|margin)(?:-|$)|(?:^|-)gap$/, length, 'space'],
  [/^font-size$/, number, 'text size'],
  [/^font-weight$/, /\d|bold|light/, 'weight'],
  [/^font$/, /\d(?![^/]*$)|^\d(?=[^/]*$)|bold/, 'text size or weight'],
  [/radius$/, length, 'radius'],
  [/^(?:box|text)-shadow$/, length, 'shadow'],
  [/^(?:transition|animation)/, duration, 'duration'],
  [/^z-index$/, /[1-9]/, 'layer'],
];

/**
 * The problems of a style sheet, one line each.
 * @param {string} css
 */
export function styleProblems(css) {
  return declarationsOf(css).flatMap(({ property, value, line, forcedColours }) => {
    const rest = value.replace(/var\(--[\w-]+/g, '').replace(/'[^']*'|"[^"]*"|url\([^)]*\)/g, '');
    const kinds = tokensOnly
      .filter(([name, literal]) => name.test(property) && literal.test(rest))
      .map(([, , kind]) => kind);
    if (hasColour(property, rest, forcedColours)) kinds.push('colour');
    return kinds.map((kind) => `${line}: ${property}: ${value} (${kind})`);
  });
}

/**
 * The problems of a component or script: colours, and styles on elements other than custom properties.
 * @param {string} source
 * @returns {string[]}
 */
export function markupProblems(source) {
  return source.split('\n').flatMap((text, index) => {
    const strings = text.match(/'[^']*'|"[^"]*"|`[^`]*`/g) ?? [];
    const colours = strings.filter((string) => isColourString(string));
    const paints = [...text.matchAll(/\b(?:fill|stroke|color|stopColor|stop-color)="([^"]*)"/g)]
      .filter(([, value]) => !/^(?:none|currentColor|inherit|var\(--[\w-]+\)|url\(#[\w-]+\)|\$\{.*)$/.test(value))
      .map(([attribute]) => attribute);
    const styles = /\bstyle=\{\{(?! *'--)/.test(text) || /\sstyle="/.test(text) ? ['style'] : [];
    return [...new Set([...colours, ...paints, ...styles])].map((found) => `${index + 1}: ${found}`);
  });
}

/** The custom properties that a text declares, and those that it uses without a fallback. */
export const declaredIn = (text) =>
  [...text.matchAll(/(?<=[\s{;])(--[\w-]+)\s*:|['"`](--[\w-]+)['"`]/g)].map(
    ([, inRule, inScript]) => inRule ?? inScript,
  );
export const usedIn = (text) => [...text.matchAll(/var\((--[\w-]+)\s*\)/g)].map(([, name]) => name);

function hasColour(property, value, forcedColours) {
  if (hexColour.test(value) || colourFunction.test(value)) return true;
  if (!takesColour.test(property)) return false;
  const names = value.match(/(?<![\w-])[a-z]+(?![\w(-])/gi) ?? [];
  return names.some(
    (name) => namedColours.has(name.toLowerCase()) || (systemColours.has(name.toLowerCase()) && !forcedColours),
  );
}

function isColourString(string) {
  const text = string.slice(1, -1);
  return new RegExp(`^${hexColour.source}$`, 'i').test(text) || /(?<![\w-])(?:rgba?|hsla?|oklch)\(\s*[\d.]/i.test(text);
}

function declarationsOf(css) {
  const text = css.replace(/\/\*[^]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '));
  const declarations = [];
  const blocks = [];
  let start = 0;
  for (const { index, 0: mark } of text.matchAll(/[{};]/g)) {
    const part = text.slice(start, index);
    const [, property, value] = /^\s*(--[\w-]+|[a-z-]+)\s*:\s*([^]*?)\s*$/.exec(part) ?? [];
    if (mark === '{') blocks.push(part.trim());
    else if (property)
      declarations.push({
        property,
        value: value.replace(/\s+/g, ' '),
        line: text.slice(0, start + part.search(/\S/)).split('\n').length,
        forcedColours: blocks.some((block) => /^@media[^]*forced-colors: active/.test(block)),
      });
    if (mark === '}') blocks.pop();
    start = index + 1;
  }
  return declarations;
}

function words(list) {
  return new Set(list.toLowerCase().split(' '));
}
