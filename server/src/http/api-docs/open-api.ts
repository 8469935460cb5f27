import { type AccessName, type Call, type Shape, accessNames } from '@foyer/contract/call';
import { callsByFlow } from '@foyer/contract/calls';
import { languageHeader, languages } from '@foyer/contract/language';
import { type RefusalName, httpStatusOf, resultCodes } from '@foyer/contract/result-codes';
import { tokenHeader, tokenWayHeader } from '@foyer/contract/flows/sso-headers';
import { type JsonSchema, toJsonSchema } from '@valibot/to-json-schema';
import { flowDescriptions } from './flow-descriptions.ts';

interface OpenApiOptions {
  title: string;
  version: string;
  /** The path of the calls, such as `/api`. */
  base: string;
  sessionCookie: string;
}

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description?: string;
  schema: JsonSchema;
}

interface ResponseDescription {
  description: string;
  headers?: Record<string, { description: string; schema: JsonSchema }>;
  content: { 'application/json': { schema: JsonSchema } };
}

export interface Operation {
  operationId: string;
  summary: string;
  tags: string[];
  parameters: Parameter[];
  requestBody?: { required: true; content: { 'application/json': { schema: JsonSchema } } };
  security: Record<string, []>[];
  responses: Record<string, ResponseDescription>;
}

interface SecurityScheme {
  type: 'apiKey';
  in: 'cookie' | 'header';
  name: string;
  description: string;
}

export interface OpenApi {
  openapi: '3.1.1';
  info: { title: string; version: string; license: { name: string; identifier: string } };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  components: { securitySchemes: Record<string, SecurityScheme> };
  paths: Record<string, Record<string, Operation>>;
}

/** Generates the OpenAPI document from the contract, so that the two cannot differ. */
export function openApi({ title, version, base, sessionCookie }: OpenApiOptions): OpenApi {
  const paths: OpenApi['paths'] = {};
  for (const [flow, calls] of Object.entries(callsByFlow)) {
    for (const [name, call] of Object.entries(calls)) {
      const path = call.path.replace(/:(\w+)/g, '{$1}');
      paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(flow, name, call) };
    }
  }
  return {
    openapi: '3.1.1',
    info: { title, version, license: { name: 'MIT', identifier: 'MIT' } },
    // Relative to the URL of the document, so that it is right under every host name.
    servers: [{ url: base }],
    tags: Object.keys(callsByFlow).map((flow) => ({ name: flow, description: flowDescriptions[flow] ?? '' })),
    components: {
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: sessionCookie,
          description: 'The session, set by the call that completes a sign-in.',
        },
        token: {
          type: 'apiKey',
          in: 'header',
          name: tokenHeader,
          description: `The session of a company sign-in where cookies are disabled, with \`${tokenWayHeader}: header\`.`,
        },
      },
    },
    paths,
  };
}

function operation(flow: string, name: string, call: Call): Operation {
  const isGet = call.method === 'GET';
  const inPath = [...call.path.matchAll(/:(\w+)/g)].map(([, part]) => part!);
  // Every value in a URL is a string, so the output type of the schema says more than its input type.
  const request = jsonSchema(call.request, isGet ? 'output' : 'input');
  const fields = Object.entries(request.properties ?? {}).filter(isSchema);
  const inUrl = fields.filter(([field]) => isGet || inPath.includes(field));
  const body = without(request, inPath);

  return {
    operationId: name,
    summary: call.purpose,
    tags: [flow],
    parameters: [
      ...inUrl.map(([field, schema]): Parameter => ({
        name: field,
        in: inPath.includes(field) ? 'path' : 'query',
        required: inPath.includes(field) || (request.required?.includes(field) ?? false),
        schema,
      })),
      ...headers(call),
    ],
    ...(!isGet && { requestBody: { required: true, content: { 'application/json': { schema: body } } } }),
    security: security(call),
    responses: responses(call),
  };
}

/** The ways to show a session, for a call that uses one; the empty entry says that it is made without one too. */
function security({ access, variableHeaders = {} }: Call): Operation['security'] {
  const names = accessNames(access);
  if (names.every((name) => name === 'anyone')) return [];
  return [
    ...(names.some((name) => worksWithoutSession.includes(name)) ? [{}] : []),
    { session: [] },
    ...(tokenHeader in variableHeaders ? [{ token: [] as [] }] : []),
  ];
}
const worksWithoutSession: readonly AccessName[] = [
  'anyone',
  'sessionIfAny',
  'sessionInAnyStateIfAny',
  'freshProofIfOpen',
];

function headers(call: Call): Parameter[] {
  return [
    { name: languageHeader, in: 'header', required: false, schema: { type: 'string', enum: [...languages] } },
    ...Object.entries(call.headers ?? {}).map(([name, value]): Parameter => ({
      name,
      in: 'header',
      required: false,
      schema: { const: value },
    })),
    ...Object.entries(call.variableHeaders ?? {}).map(([name, { description, required }]): Parameter => ({
      name,
      in: 'header',
      required: required,
      description: description,
      schema: { type: 'string' },
    })),
  ];
}

/** Refusals that every call may return. */
const shared = [
  'malformed',
  'forbidden',
  'tooManyRequests',
  'internalError',
  'busy',
] as const satisfies readonly RefusalName[];

function responses(call: Call): Record<string, ResponseDescription> {
  const refusals: [RefusalName, Shape | undefined][] = [
    ...shared.filter((name) => !(name in call.refusals)).map((name): [RefusalName, undefined] => [name, undefined]),
    ...(Object.entries(call.refusals) as [RefusalName, Shape][]),
  ];
  const byStatus = new Map([['200', [{ name: 'done', schema: envelope(0, jsonSchema(call.response, 'output')) }]]]);
  for (const [name, shape] of refusals) {
    const status = String(httpStatusOf(name));
    const schema = envelope(resultCodes[name], shape ? jsonSchema(shape, 'output') : {});
    byStatus.set(status, [...(byStatus.get(status) ?? []), { name, schema }]);
  }
  return {
    ...Object.fromEntries(
      [...byStatus].map(([status, results]) => [
        status,
        {
          description: results.map(({ name }) => name).join(', '),
          ...(status === '200' && call.responseHeaders && { headers: described(call.responseHeaders) }),
          ...((status === '429' || status === '503') && {
            headers: { 'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' } } },
          }),
          content: {
            'application/json': {
              schema: results.length === 1 ? results[0]!.schema : { oneOf: results.map(titled) },
            },
          },
        } satisfies ResponseDescription,
      ]),
    ),
    ...(call.method !== 'GET' && unreadableBodies),
  };
}

const described = (descriptions: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(descriptions).map(([name, description]) => [
      name,
      { description, schema: { type: 'string' as const } },
    ]),
  );

const unreadableBody = (reason: string): ResponseDescription => ({
  description: `malformed: ${reason}`,
  content: { 'application/json': { schema: envelope(resultCodes.malformed, {}) } },
});

const titled = ({ name, schema }: { name: string; schema: JsonSchema }): JsonSchema => ({ title: name, ...schema });

const envelope = (code: number, data: JsonSchema): JsonSchema => ({
  type: 'object',
  required: ['code', 'message'],
  properties: { code: { const: code }, message: { type: 'string' }, data },
});

/** For every call with a body. */
const unreadableBodies = {
  413: unreadableBody('the body is too large'),
  415: unreadableBody('the content type is not accepted'),
};

function jsonSchema(shape: Shape, typeMode: 'input' | 'output'): JsonSchema {
  // Checks that JSON Schema cannot express are left out of the description; the service still makes them.
  const { $schema: _, ...schema } = toJsonSchema(shape, { target: 'draft-2020-12', typeMode, errorMode: 'ignore' });
  return schema;
}

function without(schema: JsonSchema, names: readonly string[]): JsonSchema {
  if (names.length === 0) return schema;
  const remaining = Object.entries(schema.properties ?? {}).filter(([name]) => !names.includes(name));
  return {
    ...schema,
    properties: Object.fromEntries(remaining),
    required: (schema.required ?? []).filter((name) => !names.includes(name)),
  };
}

const isSchema = (entry: [string, JsonSchema | boolean]): entry is [string, JsonSchema] =>
  typeof entry[1] !== 'boolean';
