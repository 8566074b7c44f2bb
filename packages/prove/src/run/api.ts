import { hash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Attempt } from '../checker/operation.ts'
import { ServerChoice } from './server-choice.ts'
import type { ApiCall, Transport } from './transport.ts'

/** An answer of a server. */
export interface ApiAnswer {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}

/** How long an outcome is looked for. */
export interface Patience {
  /** The same request is sent again, under the same key, until it is answered or this is over. */
  readonly totalMilliseconds: number
  readonly attemptMilliseconds: number
  /** It is sent so often in any case, also if the whole machine stood still meanwhile. Default: once. */
  readonly attempts?: number
}

const PATIENT: Patience = { totalMilliseconds: 90_000, attemptMilliseconds: 8_000, attempts: 15 }
const VERY_PATIENT: Patience = { ...PATIENT, totalMilliseconds: 600_000, attempts: 100 }
const PAUSE_MILLISECONDS = 40
const MAX_PAUSE_MILLISECONDS = 1_000
/** How much of the measured duration of changes is that of the last one. */
const LATEST_SHARE = 0.1

/** An attempt ends without an answer after so many times the time of a change, but not sooner than this. */
const LONGEST_CHANGES = 20
const MIN_ATTEMPT_MILLISECONDS = 1_000

/** How an attempt ended, and at which server. */
interface Attempted {
  readonly server: number
  readonly status: number | null
  /** Absent: no answer, or one that says nothing about the outcome. */
  readonly answer?: ApiAnswer
}

/** Answers that say nothing about the outcome: overload, an outage, or the same request still running. */
const isUndecided = ({ status, body }: ApiAnswer): boolean =>
  status === 503 || status === 429 || body.code === 'request_in_progress'

/**
 * The address of the person who sends a request, which its copies share. With one address for all, the limits per
 * address would slow the run down.
 */
const addressOf = (idempotencyKey: string): string =>
  `10.${[...hash('sha1', idempotencyKey, 'buffer').subarray(0, 3)].join('.')}`

/** What a client of several servers needs. */
export interface ApiOptions {
  readonly transport: Transport
  readonly apiKey: string
  /** Milliseconds of the run's clock. Default: the machine's. */
  readonly now?: () => number
}

/** A client of several servers: each attempt goes to another one. */
export class Api {
  readonly #options: ApiOptions
  readonly #sendWaiters: ((server: number) => void)[] = []
  readonly #choice: ServerChoice
  #changeMilliseconds = 30
  #breaking: { readonly share: number; readonly random: () => number } | undefined

  constructor(options: ApiOptions) {
    this.#options = options
    this.#choice = new ServerChoice(options.transport.serverCount)
  }

  /** How many attempts were answered, and how many were not. */
  readonly attempts = { answered: 0, unanswered: 0 }

  /** Breaks the connections of a share of all changes before or after they are applied. Undefined: no more. */
  breakConnections(
    breaking: { readonly share: number; readonly random: () => number } | undefined,
  ) {
    this.#breaking = breaking
  }

  /** How long a change takes at the moment, in the middle. */
  get changeMilliseconds(): number {
    return this.#changeMilliseconds
  }

  /** Resolves with the server to which the next change is sent, as it is sent; undefined after a time without one. */
  nextChange(withinMilliseconds: number): Promise<number | undefined> {
    return Promise.race([
      new Promise<number>((resolve) => void this.#sendWaiters.push(resolve)),
      sleep(withinMilliseconds).then(() => undefined),
    ])
  }

  async #attempt(
    call: ApiCall,
    idempotencyKey: string | undefined,
    timeoutMilliseconds: number,
  ): Promise<Attempted> {
    const { transport, apiKey } = this.#options
    const server = this.#choice.next()
    const isChange = call.method !== 'GET'
    if (isChange) for (const resolve of this.#sendWaiters.splice(0)) resolve(server)
    const { share = 0, random = Math.random } = (isChange && this.#breaking) || {}
    const isBroken = random() < share
    const sentAt = performance.now()
    // A server that needs so much longer than others probably stands still.
    const longest = Math.max(MIN_ATTEMPT_MILLISECONDS, LONGEST_CHANGES * this.#changeMilliseconds)
    const patience = Math.min(timeoutMilliseconds, longest)
    // Before the change is committed, or after.
    const breaksAfter = random() * 2 * this.#changeMilliseconds
    try {
      const headers = {
        'x-api-key': apiKey,
        ...(idempotencyKey && {
          'idempotency-key': idempotencyKey,
          'x-forwarded-for': addressOf(idempotencyKey),
        }),
      }
      // A fraction of a millisecond would be refused.
      const signal = AbortSignal.timeout(Math.ceil(isBroken ? breaksAfter : patience))
      const { status, text } = await transport.send(server, call, headers, signal)
      this.#choice.trust(server)
      const body = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>)
      if (isUndecided({ status, body })) return { server, status }
      this.attempts.answered += 1
      if (isChange) this.#measure(performance.now() - sentAt)
      return { server, status, answer: { status, body } }
    } catch {
      this.attempts.unanswered += 1
      if (!isBroken) this.#choice.avoid(server)
      return { server, status: null }
    }
  }

  #measure(milliseconds: number): void {
    this.#changeMilliseconds += LATEST_SHARE * (milliseconds - this.#changeMilliseconds)
  }

  /** Sends a request until it is answered. Undefined: nobody answered in time. `onAttempt` gets each attempt. */
  async ask(
    call: ApiCall,
    idempotencyKey?: string,
    { totalMilliseconds, attemptMilliseconds, attempts = 1 }: Patience = PATIENT,
    onAttempt?: (attempt: Attempt) => void,
  ): Promise<ApiAnswer | undefined> {
    const { now = Date.now } = this.#options
    const endsAt = performance.now() + totalMilliseconds
    let pause = PAUSE_MILLISECONDS
    for (let count = 1; ; count += 1) {
      const sentAt = now()
      const { server, status, answer } = await this.#attempt(
        call,
        idempotencyKey,
        attemptMilliseconds,
      )
      onAttempt?.({ server, sentAt, endedAt: now(), status })
      if (answer !== undefined) return answer
      if (count >= attempts && performance.now() >= endsAt) return undefined
      await sleep(pause)
      pause = Math.min(pause * 2, MAX_PAUSE_MILLISECONDS)
    }
  }

  /** As `ask`, for what must succeed: throws otherwise. */
  async must(call: ApiCall, idempotencyKey?: string): Promise<Readonly<Record<string, unknown>>> {
    const answer = await this.ask(call, idempotencyKey, VERY_PATIENT)
    if (answer === undefined || answer.status >= 300) {
      const told = answer ? `${answer.status} ${JSON.stringify(answer.body)}` : 'no answer'
      throw new Error(`${call.method} ${call.path}: ${told}`)
    }
    return answer.body
  }

  close(): Promise<void> {
    return this.#options.transport.close()
  }
}
