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

/** A `Request` as endpoints read it. It reads what is asked for. */
class Sent implements SentRequest {
  readonly #request: Request

  constructor(request: Request) {
    this.#request = request
  }

  get method(): string {
    return this.#request.method
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

  async whole(): Promise<Uint8Array> {
    return new Uint8Array(await this.#request.arrayBuffer())
  }
}

/** The call of a request that came through Hono. It is the sent request, too: one object less for each call. */
class HonoCall extends Sent implements Call {
  readonly #c: Context<HttpEnv>

  constructor(c: Context<HttpEnv>) {
    super(c.req.raw)
    this.#c = c
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

  queries(): ReturnType<Call['queries']> {
    return this.#c.req.queries()
  }
}

/** A `Request` as endpoints read it. */
export const sentBy = (request: Request): SentRequest => new Sent(request)

/** The call of a request that came through Hono. */
export const callOf = (c: Context<HttpEnv>): Call => new HonoCall(c)
