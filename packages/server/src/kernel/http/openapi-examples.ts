import { EXAMPLES } from '@holdfast/contracts'

/** A schema of an OpenAPI 3.1 document, as far as examples need it. */
export interface DocumentedSchema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly default?: unknown
  readonly example?: unknown
  readonly minimum?: number
  readonly properties?: Readonly<Record<string, DocumentedSchema>>
  readonly required?: readonly string[]
  readonly items?: DocumentedSchema
  readonly additionalProperties?: unknown
  readonly allOf?: readonly DocumentedSchema[]
  readonly anyOf?: readonly DocumentedSchema[]
  readonly oneOf?: readonly DocumentedSchema[]
}

/** The named schemas of a document. */
export type NamedSchemas = Readonly<Record<string, DocumentedSchema>>

/** Which optional properties an example has: those that have an example themselves, or all. */
type Completeness = 'required' | 'all'

const EXAMPLE_INSTANT = '2026-04-27T09:00:00Z'
const EXAMPLE_DATE = '2026-04-27'

/**
 * An example of a schema: that of `EXAMPLES`, and where it is silent, the examples, constants and first
 * alternatives of the parts. That of a request has the required properties, that of a response all of them.
 */
export function exampleOf(
  schema: DocumentedSchema,
  schemas: NamedSchemas,
  completeness: Completeness,
): unknown {
  const of = (part: DocumentedSchema): unknown => exampleOf(part, schemas, completeness)
  if (schema.example !== undefined) return schema.example
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split('/').at(-1) ?? ''
    const composed = of(schemas[name] ?? {})
    return EXAMPLES[name] === undefined ? composed : joined([composed, EXAMPLES[name]])
  }
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined) return schema.enum[0]
  if (schema.default !== undefined) return schema.default
  const [alternative] = schema.anyOf ?? schema.oneOf ?? []
  if (alternative !== undefined) return of(alternative)
  if (schema.allOf !== undefined) return joined(schema.allOf.map(of))
  const type = typeof schema.type === 'string' ? schema.type : schema.type?.[0]
  // A value that can be null and has no example is null in most responses.
  if (schema.type?.includes('null') && type !== 'null' && typeof schema.type !== 'string')
    return null
  if (type === 'array') return schema.items === undefined ? [] : [of(schema.items)]
  if (type === 'object') return exampleObject(schema, of, completeness)
  return exampleValue(schema, type)
}

// A description beside a reference is a part without a type, so it adds nothing.
const joined = (parts: readonly unknown[]): unknown =>
  Object.assign({}, ...parts.filter((part) => typeof part === 'object'))

function exampleObject(
  { properties = {}, required = [] }: DocumentedSchema,
  of: (schema: DocumentedSchema) => unknown,
  completeness: Completeness,
): unknown {
  const names = Object.keys(properties).filter(
    (name) => completeness === 'all' || required.includes(name),
  )
  return Object.fromEntries(names.map((name) => [name, of(properties[name] ?? {})]))
}

function exampleValue({ format, minimum }: DocumentedSchema, type: string | undefined): unknown {
  if (type === 'integer' || type === 'number') return minimum ?? 1
  if (type === 'boolean') return true
  if (type === 'null') return null
  if (format === 'date-time') return EXAMPLE_INSTANT
  if (format === 'date') return EXAMPLE_DATE
  if (format === 'uri') return 'https://example.com/'
  return type === 'string' ? 'text' : undefined
}
