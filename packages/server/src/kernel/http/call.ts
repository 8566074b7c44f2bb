import type { Context } from 'hono'
import type { NodeBindings } from './client-address.ts'
import type { HttpEnv } from './context.ts'

/** A request as it was sent, without the parts of `Request` that no endpoint needs. */
export interface SentRequest {
  readonly method: string
  readonly url: string
  readonly headers: Pick<Headers, 'get' | 'has'>
  /** A body of unknown length, as it arrives. Null if there is none. */
  readonly body: ReadableStream<Uint8Array> | null
  /** The whole of a body whose length is declared. Rejects if the connection ends before. */
  whole(): Promise<Uint8Array>
}

/** A request whose route is known. */
export interface Call {
  readonly method: string
  /** The path, decoded. */
  readonly path: string
  /** The path parameters, decoded, by name. */
  readonly params: Readonly<Record<string, string>>
  readonly sent: SentRequest
  /** What the Node server passes. */
  readonly env: NodeBindings | undefined
  /** The query parameters, decoded, by name. Each has all of its values. */
  queries(): Readonly<Record<string, readonly string[]>>
}

/** A `Request` as endpoints read it. */
export const sentBy = (request: Request): SentRequest => ({
  method: request.method,
  url: request.url,
  headers: request.headers,
  get body() {
    return request.body
  },
  whole: async () => new Uint8Array(await request.arrayBuffer()),
})

/** The call of a request that came through Hono. It reads what is asked for. */
class HonoCall implements Call, SentRequest {
  readonly #c: Context<HttpEnv>
  readonly #request: Request

  constructor(c: Context<HttpEnv>) {
    this.#c = c
    this.#request = c.req.raw
  }

  get method(): string {
    return this.#c.req.method
  }

  get path(): string {
    return this.#c.req.path
  }

  get params(): Call['params'] {
    return this.#c.req.param()
  }

  get sent(): SentRequest {
    return this
  }

  get env(): Call['env'] {
    return this.#c.env
  }

  get url(): string {
    return this.#request.url
  }

  get headers(): Headers {
    return this.#request.headers
  }

  get body(): ReadableStream<Uint8Array> | null {
    return this.#request.body
  }

  queries(): ReturnType<Call['queries']> {
    return this.#c.req.queries()
  }

  async whole(): Promise<Uint8Array> {
    return new Uint8Array(await this.#request.arrayBuffer())
  }
}

/** The call of a request that came through Hono. */
export const callOf = (c: Context<HttpEnv>): Call => new HonoCall(c)
