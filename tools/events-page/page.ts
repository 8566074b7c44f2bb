import { EVENT_KEYS, EVENT_SCHEMAS, EVENTS } from '@holdfast/contracts'
import { OpenAPIHono } from '@hono/zod-openapi'

/** The parts of a JSON Schema that the page tells. */
interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly description?: string
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
}

type Schemas = Readonly<Record<string, Schema>>

/** The schemas of all events and of what they are made of, by name. */
function schemasOfEvents(): Schemas {
  const app = new OpenAPIHono()
  for (const key of EVENT_KEYS) app.openAPIRegistry.register(key, EVENT_SCHEMAS[key])
  const document = app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: { title: 'Events', version: '1' },
  })
  return (document.components?.schemas ?? {}) as Schemas
}

const nameOf = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1)
const anchor = (name: string): string => `[${name}](#${name.toLowerCase()})`

/** The type of a value in words. */
function typeText(schema: Schema): string {
  if (schema.$ref !== undefined) return anchor(nameOf(schema.$ref))
  const several = schema.anyOf ?? schema.oneOf ?? schema.allOf
  if (several) return several.map(typeText).join(schema.allOf ? ' and ' : ' or ')
  if (schema.enum) return schema.enum.map((value) => `\`${String(value)}\``).join(', ')
  const types = Array.isArray(schema.type) ? schema.type : [schema.type ?? 'any value']
  return types.map((type) => singleTypeText(type, schema)).join(' or ')
}

function singleTypeText(type: string, schema: Schema): string {
  if (type === 'array') return `list of ${schema.items ? typeText(schema.items) : 'any value'}`
  if (type === 'string' && schema.format === 'date-time') return 'instant'
  if (type === 'string' && schema.format === 'date') return 'date'
  if (type === 'object' && schema.properties) {
    const members = Object.entries(schema.properties)
    return `{ ${members.map(([name, of]) => `${name}: ${typeText(of)}`).join(', ')} }`
  }
  return type
}

// A bar would end the cell.
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

const row = (...cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`

/** A table of an object's members. */
function membersTable({ properties = {}, required = [] }: Schema): string {
  const rows = Object.entries(properties).map(([name, of]) =>
    row(
      `\`${name}\`${required.includes(name) ? '' : ' (may be absent)'}`,
      typeText(of),
      of.description ?? '',
    ),
  )
  return [row('member', 'type', 'meaning'), '|---|---|---|', ...rows].join('\n')
}

/** Every named object that the schemas lead to, in the order in which they are met. */
function namesReached(start: readonly Schema[], schemas: Schemas): readonly string[] {
  const names: string[] = []
  const visit = (schema: Schema): void => {
    const name = schema.$ref && nameOf(schema.$ref)
    if (name && !names.includes(name)) {
      names.push(name)
      visit(schemas[name] ?? {})
    }
    for (const part of [
      ...(schema.anyOf ?? []),
      ...(schema.oneOf ?? []),
      ...(schema.allOf ?? []),
    ]) {
      visit(part)
    }
    if (schema.items) visit(schema.items)
    for (const member of Object.values(schema.properties ?? {})) visit(member)
  }
  for (const schema of start) visit(schema)
  return names
}

const INTRODUCTION = `# Events

<!-- Written by \`npm run docs:events\` from packages/contracts/src/events.ts; change that instead. -->

Every committed change yields its event, at least once. An event never comes without its change;
\`slot.conflict_detected\` alone tells of a refusal, with which nothing changes.

- **Drop duplicates by \`id\`**: it is drawn at the commit and stays over every delivery.
- **Order by \`resource.version\`** where it matters: it rises with every change of one resource. Events
  of different resources have no order.
- Each event carries the whole resource as it is after the change, enough to act without calling back.
- \`schemaVersion\` is that of \`data\`. Members may join a version, so ignore what you do not know; the
  number rises when a member goes or changes its meaning.

Three ways to get them, all with the same content:

| | |
|---|---|
| **webhooks** | \`POST /v1/webhook-endpoints\`; signed per Standard Webhooks, retried for three days |
| **the log** | \`GET /v1/events?after=<position>\`; 30 days, in the order of publication |
| **the stream** | \`GET /v1/events/stream\`; server-sent events, resumed with \`Last-Event-ID\` |
`

/** The catalogue of events as a Markdown page. */
export function eventsPage(): string {
  const schemas = schemasOfEvents()
  const [firstKey] = EVENT_KEYS
  const { description: _, ...envelope } = schemas[firstKey] ?? {}
  const { data: _data, ...common } = envelope.properties ?? {}
  const dataOf = (key: (typeof EVENT_KEYS)[number]): Schema => schemas[key]?.properties?.data ?? {}
  const catalogue = EVENT_KEYS.map((key) =>
    row(
      `\`${key}\``,
      EVENTS[key].when,
      EVENTS[key].resource,
      String(EVENTS[key].schemaVersion),
      Object.entries(dataOf(key).properties ?? {})
        .map(([name, of]) => `\`${name}\`: ${typeText(of)}`)
        .join(', '),
    ),
  )
  const objects = namesReached(EVENT_KEYS.map(dataOf), schemas).map((name) => {
    const { description, ...schema } = schemas[name] ?? {}
    return [`### ${name}`, ...(description ? [description] : []), membersTable(schema)].join('\n\n')
  })
  return [
    INTRODUCTION,
    '## The envelope\n',
    `${membersTable({
      properties: {
        ...common,
        type: { type: 'string', description: 'The key of the event, from the catalogue.' },
        schemaVersion: { type: 'integer', description: 'The version of the schema of `data`.' },
        data: { type: 'object', description: 'As the catalogue says.' },
      },
      required: [...Object.keys(common), 'data'],
    })}\n`,
    '## The catalogue\n',
    [
      row('type', 'when', '`resource`', '`schemaVersion`', '`data`'),
      '|---|---|---|---|---|',
      ...catalogue,
    ].join('\n'),
    '\n## What the data is made of\n',
    objects.join('\n\n'),
    '',
  ].join('\n')
}
