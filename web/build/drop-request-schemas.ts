import { type Plugin, parseSync } from 'vite';

/**
 * The page writes requests and reads answers. The shapes of requests and the lines of the API
 * description are for the service alone, so the page's build leaves them out of every call.
 */
export function answersOnly(): Plugin {
  return {
    name: 'answers-only',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /contract\/src\/[\w/-]+\.ts$/, code: 'defineCall(' },
      handler: (code, id) => without(code, propertiesOfCalls(code, id)),
    },
  };
}

const forTheService = ['request', 'purpose'];

function propertiesOfCalls(code: string, id: string) {
  const { program } = parseSync(id, code);
  return program.body
    .flatMap((statement) =>
      statement.type === 'ExportNamedDeclaration' && statement.declaration?.type === 'VariableDeclaration'
        ? statement.declaration.declarations
        : [],
    )
    .flatMap(({ init }) => (init?.type === 'CallExpression' ? init.arguments : []))
    .flatMap((argument) => (argument.type === 'ObjectExpression' ? argument.properties : []))
    .filter(
      (property) =>
        property.type === 'Property' && property.key.type === 'Identifier' && forTheService.includes(property.key.name),
    );
}

function without(code: string, parts: { start: number; end: number }[]) {
  return parts.reduceRight(
    (kept, { start, end }) => `${kept.slice(0, start)}${kept.slice(end).replace(/^,/, '')}`,
    code,
  );
}
