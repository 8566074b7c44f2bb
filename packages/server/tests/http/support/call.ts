import type { OpenAPIHono, z } from '@hono/zod-openapi'
import { expect } from 'vitest'
import type { HttpEnv } from '../../../src/adapters/http/context.ts'
import { KEY } from './app.ts'

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

/** What a test gets: the body is read already. */
export interface Got {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The body as JSON; undefined where it is none. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  readonly body: any
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
  for (const definition of app.openAPIRegistry.definitions) {
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

/** Makes the `call` of an app. */
export function createCall(app: OpenAPIHono<HttpEnv>): Call {
  const calls = documentedCalls(app)
  const seen = new Set<string>()

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
      got.status === 204,
    )
    // A schema drops what it does not know, so an undeclared member shows as a difference.
    const known = type.endsWith('json') ? schema?.parse(got.body) : undefined
    expect(known).toEqual(got.body)
  }

  const call = async (method: string, path: string, sent: Sent = {}): Promise<Got> => {
    const key = sent.key === undefined ? KEY : sent.key
    const rawBody =
      sent.rawBody ?? (sent.body === undefined ? undefined : JSON.stringify(sent.body))
    const headers = new Headers({
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      ...(rawBody === undefined ? {} : { 'content-type': 'application/json' }),
      ...sent.headers,
    })
    const response = await app.request(
      path,
      { method, headers, ...(rawBody === undefined ? {} : { body: rawBody }) },
      { incoming: { socket: { remoteAddress: sent.from ?? '192.0.2.1' } } },
    )
    const text = await response.text()
    const isJson = text !== '' && response.headers.get('content-type')?.includes('json')
    const got: Got = {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson ? JSON.parse(text) : undefined,
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
          .map((status) => `${each.operationId} ${status}`),
      )
      .filter((answer) => !seen.has(answer))

  return Object.assign(call, { unseen })
}
