import { openApiDocument } from '../../packages/server/src/composition/http/openapi-document.ts'

/** A schema of the document, as far as the checks read it. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly pattern?: string
  readonly format?: string
  readonly example?: unknown
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly additionalProperties?: boolean | Schema
  readonly allOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
}

interface Content {
  readonly schema: Schema
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>
}

/** An operation of the document. */
export interface Operation {
  readonly operationId: string
  readonly summary?: string
  readonly description?: string
  readonly tags: readonly string[]
  readonly security?: readonly unknown[]
  readonly parameters?: readonly {
    readonly name: string
    readonly in: string
    readonly description?: string
    readonly schema: Schema
  }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> }
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, Content>> }>
  >
}

/** The OpenAPI document of the server. */
export interface OpenApi {
  readonly tags?: readonly { readonly name: string; readonly description?: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly webhooks: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

/** The OpenAPI document of a server outside test mode. */
export async function openApi(): Promise<OpenApi> {
  return JSON.parse(await openApiDocument())
}

/** All operations of the API. With `webhooks`, those of the messages that it sends. */
export const operationsOf = (document: OpenApi, of: 'paths' | 'webhooks' = 'paths') =>
  Object.values(document[of]).flatMap((path) => Object.values(path))

/** Calls `visit` with each schema of a tree of schemas and its place. Does not follow references. */
export function visitSchemas(
  schema: Schema,
  place: string,
  visit: (schema: Schema, place: string) => void,
): void {
  visit(schema, place)
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    visitSchemas(property, `${place}.${name}`, visit)
  }
  for (const word of ['allOf', 'anyOf', 'oneOf'] as const) {
    for (const part of schema[word] ?? []) visitSchemas(part, place, visit)
  }
  if (schema.items) visitSchemas(schema.items, `${place}[]`, visit)
  if (typeof schema.additionalProperties === 'object') {
    visitSchemas(schema.additionalProperties, `${place}{}`, visit)
  }
}

/** Calls `visit` with each schema of the document and its place. */
export function visitAllSchemas(
  document: OpenApi,
  visit: (schema: Schema, place: string) => void,
): void {
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    visitSchemas(schema, name, visit)
  }
  const operations = [...operationsOf(document), ...operationsOf(document, 'webhooks')]
  for (const { operationId, parameters = [], requestBody, responses } of operations) {
    for (const { name, schema } of parameters) {
      visitSchemas(schema, `${operationId}?${name}`, visit)
    }
    const bodies = [requestBody, ...Object.values(responses)]
    for (const content of bodies.flatMap((body) => Object.values(body?.content ?? {}))) {
      visitSchemas(content.schema, operationId, visit)
    }
  }
}
