import { type DocumentedSchema, exampleOf, type NamedSchemas } from './openapi-examples.ts'
import { TAGS } from './openapi-tags.ts'

interface Content {
  schema?: DocumentedSchema
  example?: unknown
}

type Contents = Readonly<Record<string, Content>>

interface Operation {
  readonly tags?: readonly string[]
  readonly requestBody?: { readonly content: Contents }
  readonly responses?: Readonly<Record<string, { readonly content?: Contents }>>
}

type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>

const JSON_TYPE = 'application/json'

/** Adds the groups and the examples to a generated document. Changes the document and returns it. */
export function completeDocument<Generated extends object>(document: Generated): Generated {
  // The types of the generator allow references everywhere; it writes them only for schemas.
  const { paths, webhooks, components } = document as unknown as {
    readonly paths: Paths
    readonly webhooks?: Paths
    readonly components: { readonly schemas: NamedSchemas }
  }
  const operations = [paths, webhooks ?? {}]
    .flatMap((group) => Object.values(group))
    .flatMap((path) => Object.values(path))
  for (const { requestBody, responses } of operations) {
    addExample(requestBody?.content, components.schemas, 'required')
    for (const [status, { content }] of Object.entries(responses ?? {})) {
      if (status.startsWith('2')) addExample(content, components.schemas, 'all')
    }
  }
  const used = new Set(operations.flatMap(({ tags = [] }) => tags))
  const tags = Object.entries(TAGS).flatMap(([name, description]) =>
    used.has(name) ? [{ name, description }] : [],
  )
  return Object.assign(document, { tags })
}

function addExample(
  contents: Contents | undefined,
  schemas: NamedSchemas,
  completeness: 'required' | 'all',
): void {
  const content = contents?.[JSON_TYPE]
  if (content?.schema !== undefined && content.example === undefined) {
    content.example = exampleOf(content.schema, schemas, completeness)
  }
}
