import { setTimeout as sleep } from 'node:timers/promises'
import { Agent, request } from 'undici'

/** An answer of a server. */
export interface ApiAnswer {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}

/** A request of a client. */
export interface ApiCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly body?: object
}

/** How long an outcome is looked for. */
export interface Patience {
  /** The same request is sent again, under the same key, until it is answered or this is over. */
  readonly totalMilliseconds: number
  readonly attemptMilliseconds: number
}

const PATIENT: Patience = { totalMilliseconds: 90_000, attemptMilliseconds: 8_000 }
const PAUSE_MILLISECONDS = 40

/** Answers that say nothing about the outcome: overload, an outage, or the same request still running. */
const isUndecided = ({ status, body }: ApiAnswer): boolean =>
  status === 503 || status === 429 || body.code === 'idempotency_in_progress'

/** A client of several servers: each attempt goes to another one. */
export class Api {
  readonly #urls: readonly string[]
  readonly #apiKey: string
  readonly #agent = new Agent({ connections: 64, headersTimeout: 0, bodyTimeout: 0 })
  #turn = 0

  constructor(urls: readonly string[], apiKey: string) {
    this.#urls = urls
    this.#apiKey = apiKey
  }

  /** How many attempts were answered, and how many were not. */
  readonly attempts = { answered: 0, unanswered: 0 }

  /** One attempt at the next server. Undefined: no answer, or one that says nothing about the outcome. */
  async attempt(
    call: ApiCall,
    idempotencyKey: string | undefined,
    timeoutMilliseconds: number,
  ): Promise<ApiAnswer | undefined> {
    const url = this.#urls[this.#turn++ % this.#urls.length]
    try {
      const answer = await request(`${url}${call.path}`, {
        method: call.method,
        dispatcher: this.#agent,
        headers: {
          'x-api-key': this.#apiKey,
          ...(call.body && { 'content-type': 'application/json' }),
          ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
        },
        ...(call.body && { body: JSON.stringify(call.body) }),
        signal: AbortSignal.timeout(timeoutMilliseconds),
      })
      const text = await answer.body.text()
      const body = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>)
      const read = { status: answer.statusCode, body }
      if (isUndecided(read)) return undefined
      this.attempts.answered += 1
      return read
    } catch {
      this.attempts.unanswered += 1
      return undefined
    }
  }

  /** Sends a request until it is answered. Undefined: nobody answered in time. */
  async ask(
    call: ApiCall,
    idempotencyKey?: string,
    { totalMilliseconds, attemptMilliseconds }: Patience = PATIENT,
  ): Promise<ApiAnswer | undefined> {
    const endsAt = performance.now() + totalMilliseconds
    for (let pause = PAUSE_MILLISECONDS; ; pause = Math.min(pause * 2, 1_000)) {
      const answer = await this.attempt(call, idempotencyKey, attemptMilliseconds)
      if (answer !== undefined) return answer
      if (performance.now() >= endsAt) return undefined
      await sleep(pause)
    }
  }

  /** As `ask`, for what must succeed: throws otherwise. */
  async must(call: ApiCall, idempotencyKey?: string): Promise<Readonly<Record<string, unknown>>> {
    const answer = await this.ask(call, idempotencyKey)
    if (answer === undefined || answer.status >= 300) {
      const told = answer ? `${answer.status} ${JSON.stringify(answer.body)}` : 'no answer'
      throw new Error(`${call.method} ${call.path}: ${told}`)
    }
    return answer.body
  }

  close(): Promise<void> {
    return this.#agent.destroy()
  }
}
