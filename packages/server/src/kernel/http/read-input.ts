import { z } from '@hono/zod-openapi'
import { mediaTypeOf, readFile, readJson } from './body.ts'
import type { Call, SentRequest } from './call.ts'
import type { AnyEndpoint } from './endpoint.ts'
import { readIdempotencyKey } from './idempotency.ts'
import { readIfMatch } from './if-match.ts'
import { type Checked, failed, passed } from './problem.ts'
import { validate } from './validation.ts'

/** The validated input of a request. */
export interface Input {
  readonly query: unknown
  readonly headers: unknown
  readonly body: unknown
  /** The raw body. */
  readonly bodyBytes: Uint8Array
  /** The media type of a file. Otherwise empty. */
  readonly mediaType: string
  readonly ifVersion: number | undefined
  readonly idempotencyKey: string | undefined
}

const NO_BYTES = new Uint8Array(0)

/** Validates the path parameters. An invalid id or slug is reported as not found. */
export function readParams(endpoint: AnyEndpoint, call: Call): Checked<unknown> {
  if (endpoint.params === undefined) return passed({})
  const params = validate(endpoint.params, call.params, '/path')
  if (params.ok) return params
  return failed({
    code: 'not_found',
    detail: `No resource at ${JSON.stringify(call.path)}: ${params.problem.detail}.`,
  })
}

// An unencoded `+` in a query means a space. Before an offset, the space must have been a `+`.
const LOST_PLUS = /^(\d{4}-\d{2}-\d{2}T[\d:.]+) (\d{2}:\d{2})$/
const withPlus = (value: string): string =>
  value.includes(' ') ? value.replace(LOST_PLUS, '$1+$2') : value

type QueryValue = string | readonly string[]

// `metadata[key]=value` is a member of the parameter `metadata`.
const MEMBER = /^(metadata)\[(.*)\]$/s

// A repeated parameter becomes a list, which every query schema rejects.
function queryOf(call: Call): unknown {
  const all = call.queries()
  const query: Record<string, QueryValue | Record<string, QueryValue>> = {}
  const members: Record<string, [string, QueryValue][]> = {}
  for (const name in all) {
    const values = all[name] ?? []
    const value = values.length === 1 ? withPlus(values[0] as string) : values
    // Most names have no member. Two regular expressions a parameter took 2 % of a list of slots.
    const [, parameter, key] = (name.includes('[') && MEMBER.exec(name)) || []
    if (parameter === undefined || key === undefined) query[name] = value
    else members[parameter] = [...(members[parameter] ?? []), [key, value]]
  }
  for (const parameter in members) query[parameter] = Object.fromEntries(members[parameter] ?? [])
  return query
}

function headersOf(schema: z.ZodType, headers: SentRequest['headers']): unknown {
  const names = schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = headers.get(name)
      return value === null ? [] : [[name, value]]
    }),
  )
}

/** Fields with the caller's own data, in which null is an ordinary value. */
const OPAQUE = new Set(['extendedProps'])

/** Whether an object or one of its objects has a null field, or one that a copy leaves out. */
const hasNull = (body: object): boolean =>
  Object.hasOwn(body, '__proto__') ||
  Object.values(body).some(
    (value: unknown) =>
      value === null || (typeof value === 'object' && !Array.isArray(value) && hasNull(value)),
  )

/**
 * Removes null fields from a body. Responses contain null for absent values, so this allows a client to
 * send back what it read. It also applies to nested objects, but not to lists.
 */
function withoutNulls(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  // Nearly no body has one, and a copy costs as much as the check of the schema.
  if (!hasNull(body)) return body
  const kept: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(body)) {
    if (value !== null) kept[name] = OPAQUE.has(name) ? value : withoutNulls(value)
  }
  return kept
}

/** Validates the query, the headers and the body, in this order. Reads the body last. */
export async function readInput(endpoint: AnyEndpoint, call: Call): Promise<Checked<Input>> {
  const { headers } = call.sent
  const query = endpoint.query ? validate(endpoint.query, queryOf(call), '/query') : passed({})
  if (!query.ok) return query
  const own = endpoint.headers
    ? validate(endpoint.headers, headersOf(endpoint.headers, headers), '/header')
    : passed({})
  if (!own.ok) return own
  const ifVersion = endpoint.honoursIfMatch
    ? readIfMatch(headers.get('if-match'))
    : passed(undefined)
  if (!ifVersion.ok) return ifVersion
  const keyHeader = endpoint.method === 'post' ? headers.get('idempotency-key') : null
  const key = keyHeader === null ? passed(undefined) : readIdempotencyKey(keyHeader)
  if (!key.ok) return key
  const rest = {
    query: query.value,
    headers: own.value,
    ifVersion: ifVersion.value,
    idempotencyKey: key.value,
    mediaType: endpoint.file ? mediaTypeOf(headers) : '',
  }
  if (endpoint.file) {
    const bytes = await readFile(call.sent, endpoint.file)
    return bytes.ok ? passed({ ...rest, body: {}, bodyBytes: bytes.value }) : bytes
  }
  if (endpoint.body === undefined) return passed({ ...rest, body: {}, bodyBytes: NO_BYTES })
  const sent = await readJson(call.sent)
  if (!sent.ok) return sent
  const dropsNulls = endpoint.method === 'post' && !endpoint.refusesNulls
  const given = dropsNulls ? withoutNulls(sent.value.value) : sent.value.value
  const body = validate(endpoint.body, given, '')
  if (!body.ok) return body
  return passed({ ...rest, body: body.value, bodyBytes: sent.value.bytes })
}
