/** A schema of the OpenAPI document, as far as the client's types depend on it. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly format?: string
  readonly description?: string
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
}

/** The content of a body by its media type. */
type Content = Readonly<Record<string, { readonly schema?: Schema }>>

/** A parameter of an operation. */
export interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
}

/** An operation, as the document has it. */
interface DocumentOperation {
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  readonly deprecated?: boolean
  readonly tags: readonly string[]
  readonly security?: readonly Readonly<Record<string, unknown>>[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly required?: boolean; readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>
}

/** The OpenAPI document, as far as the client's types depend on it. */
export interface OpenApi {
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentOperation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

/** An operation with its method, such as `POST`, and its path. */
export interface Operation extends DocumentOperation {
  readonly method: string
  readonly path: string
}

/** All operations in the order of the document. */
export const operationsOf = ({ paths }: OpenApi): readonly Operation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
    })),
  )

/** A docstring of some paragraphs, indented. Empty if there is no text. */
export function docstring(indent: string, ...paragraphs: readonly (string | undefined)[]): string {
  const lines = paragraphs
    .filter((paragraph) => paragraph !== undefined)
    .flatMap((paragraph, index) => [...(index > 0 ? [''] : []), ...paragraph.split('\n')])
    .map((line) => line.trim().replaceAll('*/', '*\\/'))
  if (lines.length === 0) return ''
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`
  const inner = lines.map((line) => (line === '' ? `${indent} *\n` : `${indent} * ${line}\n`))
  return `${indent}/**\n${inner.join('')}${indent} */\n`
}
