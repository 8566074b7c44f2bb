import type { Operation, Parameter, PlacedOperation } from '../reference/openapi.ts'

/** The secret that a call needs, as the environment variable that samples read it from. */
export type Credential =
  | 'HOLDFAST_KEY'
  | 'HOLDFAST_OPERATOR_KEY'
  | 'HOLDFAST_METRICS_TOKEN'
  | 'HOLDFAST_CUSTOMER_TOKEN'
  | undefined

/** The request that the samples of an operation send, in every language the same. */
export interface SampleRequest {
  readonly operationId: string
  readonly method: string
  /** The path as the document has it, with `{…}` for parameters. */
  readonly template: string
  readonly pathParameters: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string>>
  readonly credential: Credential
  /** A JSON body. */
  readonly body?: unknown
  /** A body that is a file. */
  readonly file?: SampleFile
  /** Whether the response is JSON. */
  readonly answersJson: boolean
  /** Whether the response is a stream of events, which does not end. */
  readonly isStream: boolean
}

const CREDENTIALS: Readonly<Record<string, NonNullable<Credential>>> = {
  apiKeyBearer: 'HOLDFAST_KEY',
  operatorKey: 'HOLDFAST_OPERATOR_KEY',
  metricsToken: 'HOLDFAST_METRICS_TOKEN',
  customerToken: 'HOLDFAST_CUSTOMER_TOKEN',
}

/** A file that samples upload. */
export interface SampleFile {
  readonly mediaType: string
  /** Its content. */
  readonly text: string
  /** Where samples read it, because its content is no text. Absent: they contain it. */
  readonly name?: string
}

/** A calendar file with one event: what samples upload. */
export const SAMPLE_CALENDAR = `BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//example//EN
BEGIN:VEVENT
UID:fair@example.com
DTSTAMP:20260401T000000Z
DTSTART;VALUE=DATE:20260701
SUMMARY:Fair
END:VEVENT
END:VCALENDAR
`

/** A file of contacts with one person. */
const SAMPLE_CONTACTS = `name,email,phone
Ada Berger,ada@example.com,+41443334455
`

/** What samples upload, by the type of the file. */
const FILES: Readonly<Record<string, Omit<SampleFile, 'mediaType'>>> = {
  'text/calendar': { text: SAMPLE_CALENDAR },
  'text/csv': { text: SAMPLE_CONTACTS },
  'application/x-www-form-urlencoded': { text: 'MessageStatus=delivered' },
  'text/plain': { text: '{"Type": "Notification"}' },
  'image/jpeg': { text: '"A photo"', name: 'room.jpg' },
}

const securityOf = ({ security = [] }: Operation): readonly string[] =>
  security.flatMap((each) => Object.keys(each))

/**
 * Why an operation has no samples: only pages of the server itself can make it. Undefined for all others.
 */
export function reasonWithoutSamples({ operation }: PlacedOperation): string | undefined {
  const names = securityOf(operation)
  if (names.length > 0 && names.every((name) => name === 'sessionCookie')) {
    return 'The pages of the server make this call with their session cookie. No key can make it.'
  }
  return undefined
}

// An example of a secret ends with `…`, which no header can have.
const textOf = (value: unknown): string =>
  (Array.isArray(value) ? value.map(String).join(',') : String(value)).replaceAll('…', 'xxx')

/** Parameters without an example in the document, as the demo data has them. */
const DEMO: Readonly<Record<string, string>> = {
  code: 'slot_taken',
  slug: 'check-up',
  providerSlug: 'ada-berger',
  eventTypeSlug: 'check-up',
}

/** The value that a sample sends for a parameter. */
function exampleOf({ name, example, schema }: Parameter, place: string): string {
  const value =
    example ??
    schema.example ??
    schema.examples?.[0] ??
    schema.default ??
    schema.enum?.[0] ??
    schema.anyOf?.[0]?.example ??
    schema.anyOf?.[0]?.enum?.[0] ??
    schema.items?.example ??
    DEMO[name]
  if (value === undefined) throw new Error(`${place}: the parameter ${name} has no example`)
  return textOf(value)
}

/** Optional parameters of calls that need one of several, which the document cannot say. */
const CHOSEN: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  listProviderSlots: { date: '2026-04-27' },
  listSoonestSlots: { eventTypeIds: 'ety_01kqs3v7m8e2f4g6h8j0k2m4n6' },
  listPublicSoonestSlots: { specialty: 'dentist' },
  searchStays: { propertyId: 'ppt_01kqs3v7m8e2f4g6h8j0k2m4n6' },
  listCalendarEvents: { from: '2026-04-27', to: '2026-05-04' },
}

/** Bodies whose example must differ from the path, which is an example too. */
const BODIES: Readonly<Record<string, unknown>> = {
  rescheduleClassSession: { start: '2026-04-27T10:00:00Z' },
  createRatePlan: { name: 'Flexible', currency: 'EUR', amount: 10_000 },
  mergeContact: { into: 'cnt_01kqs3v7m8e2f4g6h8j0k2m4n7' },
}

const WEEK_MILLISECONDS = 7 * 86_400_000

/** The query with an end after its start: both have the same example in the document. */
function withLaterEnd(query: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const { from, to } = query
  if (from === undefined || to === undefined || to > from) return query
  const later = new Date(Date.parse(from) + WEEK_MILLISECONDS).toISOString()
  return { ...query, to: from.includes('T') ? later.replace('.000Z', 'Z') : later.slice(0, 10) }
}

/** The file that samples upload. Throws if there is none of its type. */
function fileOf(mediaType: string): SampleFile {
  const file = FILES[mediaType]
  if (file === undefined) throw new Error(`${mediaType} has no sample file`)
  return { mediaType, ...file }
}

/** Builds the request of an operation from the examples of the document. Throws if a parameter has none. */
export function sampleRequest({ method, path, operation }: PlacedOperation): SampleRequest {
  const place = `${method} ${path}`
  const wanted = (where: Parameter['in']) =>
    Object.fromEntries(
      (operation.parameters ?? [])
        .filter((each) => each.in === where && each.required)
        .map((each) => [each.name, exampleOf(each, place)]),
    )
  const [mediaType, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? []
  const isJson = mediaType === 'application/json'
  const answers = Object.entries(operation.responses)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, { content: types = {} }]) => Object.keys(types))
  const [credential] = securityOf(operation).flatMap((name) => CREDENTIALS[name] ?? [])
  return {
    operationId: operation.operationId,
    method,
    template: path,
    pathParameters: wanted('path'),
    query: withLaterEnd({ ...wanted('query'), ...CHOSEN[operation.operationId] }),
    headers: wanted('header'),
    credential,
    ...(isJson && { body: BODIES[operation.operationId] ?? content?.example ?? {} }),
    ...(mediaType !== undefined && !isJson && { file: fileOf(mediaType) }),
    answersJson: answers.length === 0 || answers.includes('application/json'),
    isStream: answers.includes('text/event-stream'),
  }
}

/** The path and the query of a request. */
export function targetOf({ template, pathParameters, query }: SampleRequest): string {
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(pathParameters[name] ?? '')
      .replaceAll('%3A', ':')
      .replaceAll('%40', '@'),
  )
  const search = Object.entries(query)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&')
  return search === '' ? path : `${path}?${search}`
}
