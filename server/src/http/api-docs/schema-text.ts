import type { JsonSchema } from '@valibot/to-json-schema';

/** A schema in the notation of TypeScript, `{ name: string; age?: number }`, with the other rules as comments. */
export function schemaText(schema: JsonSchema | boolean, indent = ''): string {
  if (typeof schema === 'boolean') return 'unknown';
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.map((choice) => schemaText(choice, indent)).join(' | ');
  if (schema.type === 'array') return `${schemaText(itemOf(schema), indent)}[]`;
  if (schema.type === 'object') return objectText(schema, indent);
  return schema.type === undefined ? 'unknown' : [schema.type].flat().join(' | ');
}

const itemOf = ({ items }: JsonSchema): JsonSchema | boolean =>
  Array.isArray(items) ? (items[0] ?? true) : (items ?? true);

function objectText({ properties = {}, required = [] }: JsonSchema, indent: string): string {
  const fields = Object.entries(properties).map(([name, schema]) => {
    const text = `${name}${required.includes(name) ? '' : '?'}: ${schemaText(schema, `${indent}  `)};`;
    const rules = rulesOf(schema);
    return `${indent}  ${text}${rules && `  // ${rules}`}`;
  });
  return fields.length === 0 ? '{}' : ['{', ...fields, `${indent}}`].join('\n');
}

function rulesOf(schema: JsonSchema | boolean): string {
  if (typeof schema === 'boolean') return '';
  const { minLength, maxLength, minimum, maximum, pattern, default: defaultValue } = schema;
  return [
    minLength !== undefined && `at least ${minLength} characters`,
    maxLength !== undefined && `at most ${maxLength} characters`,
    minimum !== undefined && `at least ${minimum}`,
    maximum !== undefined && `at most ${maximum}`,
    pattern && `matches ${pattern}`,
    defaultValue !== undefined && `default ${JSON.stringify(defaultValue)}`,
  ]
    .filter(Boolean)
    .join(', ');
}
