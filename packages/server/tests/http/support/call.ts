import type { InputError, ProblemCode, SlotReason } from '@holdfast/contracts'
import type { OpenAPIHono, z } from '@hono/zod-openapi'
import { expect } from 'vitest'
import { POLICY, type Rule } from '../../../src/kernel/access/policy.ts'
import type { HttpEnv } from '../../../src/kernel/http/context.ts'
import { registryOf } from '../../../src/kernel/http/document-later.ts'
import { askThroughEvents } from '../../aws/support/api-gateway.ts'

/** What a test sends. */
export interface Sent {
  /** The key of the first account unless it says otherwise; null: none. */
  readonly key?: string | null
  readonly body?: unknown
  /** A body as it is, instead of JSON. */
  readonly rawBody?: string | Uint8Array<ArrayBuffer>
  readonly headers?: Readonly<Record<string, string>>
  /** The address of the socket. */
  readonly from?: string
}

/** A JSON body by the names that tests ask for; each is there only where the answer has it. */
export interface Body {
  readonly [name: string]: unknown
  readonly id: string
  readonly version: number
  readonly name: string
  readonly slug: string
  readonly providerId: string
  readonly eventTypeId: string
  readonly assignments: readonly {
    readonly providerId: string
    readonly providerName: string
    readonly spans?: readonly { readonly start: string }[]
  }[]
  readonly start: string
  readonly end: string
  readonly available: boolean
  readonly booker: Readonly<Record<string, unknown>>
  readonly policy: { readonly durationMinutes: number }
  readonly manageToken: string
  readonly cancelUntil: string
  readonly rescheduleUntil: string
  readonly redirectUrl: string
  readonly secret: string
  readonly data: readonly Body[]
  readonly nextCursor: string
  readonly type: string
  readonly code: ProblemCode
  readonly detail: string
  readonly requestId: string
  readonly errors: readonly [InputError, ...InputError[]]
  readonly reasons: readonly SlotReason[]
}

/** What a test gets: the body is read already. */
export interface Got {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly bytes: Uint8Array<ArrayBuffer>
  /** The body as JSON; an empty object where it is none. */
  readonly body: Body
}

/** Sends a request, and holds the answer against what the OpenAPI document promises for it. */
export interface Call {
  (method: string, path: string, sent?: Sent): Promise<Got>
  /** The documented answers of the calls with this tag that no request got yet: `getX 404`. */
  unseen(tag: string, except: readonly number[]): readonly string[]
}

interface Documented {
  readonly operationId: string
  readonly tag: string
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>
}

type Content = Readonly<Record<string, { readonly schema: z.ZodType }>>

function documentedCalls(app: OpenAPIHono<HttpEnv>): ReadonlyMap<string, Documented> {
  const calls = new Map<string, Documented>()
  for (const definition of registryOf(app).definitions) {
    if (definition.type !== 'route') continue
    const { method, path, operationId = '', tags = [], responses } = definition.route
    calls.set(`${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`, {
      operationId,
      tag: tags[0] ?? '',
      responses: responses as Documented['responses'],
    })
  }
  return calls
}

/**
 * How the app is asked: in the process, or, with `HOLDFAST_TEST_HOST=lambda`, through events of API
 * Gateway as its function on AWS is.
 */
const asking = (app: OpenAPIHono<HttpEnv>) =>
  process.env.HOLDFAST_TEST_HOST === 'lambda'
    ? askThroughEvents((request, environment) => app.fetch(request, environment))
    : async (path: string, init: RequestInit, remoteAddress: string) =>
        app.request(path, init, { incoming: { socket: { remoteAddress } } })

/** Whether only a caller with less access gets an answer: `tests/policy` gets those of every operation. */
function isOfPolicy(operationId: string, status: string): boolean {
  const rule = (POLICY as Readonly<Record<string, Rule>>)[operationId]
  if (rule === undefined) return false
  if (status === '403') return true
  return (
    status === '404' &&
    typeof rule.providers !== 'string' &&
    rule.providers.subjects.every((subject) => subject.in !== 'path')
  )
}

/** Makes the `call` of an app; `defaultKey` is sent unless a test says otherwise. */
export function createCall(app: OpenAPIHono<HttpEnv>, defaultKey: string): Call {
  const calls = documentedCalls(app)
  const seen = new Set<string>()
  const ask = asking(app)

  const hold = (method: string, path: string, got: Got): void => {
    const route = app.router.match(method, path)[0][0]?.[0][1].path
    const call = calls.get(`${method.toLowerCase()} ${route}`)
    if (call === undefined) return
    const declared = call.responses[got.status]
    expect(declared, `${call.operationId} answered ${got.status}: ${got.text}`).toBeDefined()
    seen.add(`${call.operationId} ${got.status}`)
    const type = got.headers.get('content-type')?.split(';')[0] ?? ''
    const schema = declared?.content?.[type]?.schema
    expect(schema === undefined, `${call.operationId} ${got.status} as "${type}"`).toBe(
      got.status === 204 || got.status === 304,
    )
    // A schema drops what it does not know, so an undeclared member shows as a difference.
    const known = type.endsWith('json') ? schema?.parse(got.body) : {}
    expect(known).toEqual(got.body)
  }

  const call = async (method: string, path: string, sent: Sent = {}): Promise<Got> => {
    const key = sent.key === undefined ? defaultKey : sent.key
    const rawBody =
      sent.rawBody ?? (sent.body === undefined ? undefined : JSON.stringify(sent.body))
    const headers = new Headers({
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      ...(rawBody === undefined ? {} : { 'content-type': 'application/json' }),
      ...sent.headers,
    })
    const response = await ask(
      path,
      { method, headers, ...(rawBody === undefined ? {} : { body: rawBody }) },
      sent.from ?? '192.0.2.1',
    )
    const bytes = new Uint8Array(await response.arrayBuffer())
    const text = new TextDecoder().decode(bytes)
    const isJson = text !== '' && response.headers.get('content-type')?.includes('json')
    const got: Got = {
      status: response.status,
      headers: response.headers,
      text,
      bytes,
      body: (isJson ? JSON.parse(text) : {}) as Body,
    }
    hold(method, new URL(path, 'http://localhost').pathname, got)
    return got
  }

  const unseen = (tag: string, except: readonly number[]): readonly string[] =>
    [...calls.values()]
      .filter((each) => each.tag === tag)
      .flatMap((each) =>
        Object.keys(each.responses)
          .filter((status) => !except.includes(Number(status)))
          .filter((status) => !isOfPolicy(each.operationId, status))
          .map((status) => `${each.operationId} ${status}`),
      )
      .filter((answer) => !seen.has(answer))

  return Object.assign(call, { unseen })
}
