import { setTimeout as sleep } from 'node:timers/promises'
import { Agent, request } from 'undici'
import type { Random } from '../cells/random.ts'
import type { PromiseLedger, ShownBooking } from './ledger.ts'
import type { OldAccount } from './old-store.ts'

/** The days whose times clients book, in days from the clock of the run. */
const FIRST_DAY = 20
const LAST_DAY = 30
const DAY_MILLISECONDS = 86_400_000
/** Clients that ask for the same few times collide. */
const TIMES_CHOSEN_FROM = 12
/** Half of the calls are about these accounts. */
const BUSY_ACCOUNTS = 3
const PAUSE_MILLISECONDS = 25
const ATTEMPT_MILLISECONDS = 10_000
const PAGE = 100

/** What clients are started with. */
export interface ClientOptions {
  readonly url: string
  readonly accounts: readonly OldAccount[]
  readonly ledger: PromiseLedger
  readonly random: Random
  /** The clock of the servers, in milliseconds. */
  readonly now: () => number
  /** Ends the clients, each after an answer to its last call. */
  readonly stopping: AbortSignal
}

interface Answer {
  readonly status: number
  readonly body: unknown
}

interface Page<Value> {
  readonly data: readonly Value[]
  readonly nextCursor: string | null
}

/** A client of the API that asks until it is answered, through kills and migrations. */
export class UpgradeClient {
  readonly #options: ClientOptions
  readonly #name: string
  readonly #agent = new Agent({ connections: 4, headersTimeout: 0, bodyTimeout: 0 })
  #calls = 0

  constructor(options: ClientOptions, number: number) {
    this.#options = options
    this.#name = `Client ${number}`
  }

  /** Lists, books and cancels until the run stops. */
  async run(): Promise<void> {
    const { random, accounts, stopping } = this.#options
    while (!stopping.aborted) {
      const busy = accounts.slice(0, BUSY_ACCOUNTS)
      const account = random.pick(random.next() < 0.5 ? busy : accounts)
      const draw = random.next()
      if (draw < 0.3) await this.#list(account)
      else if (draw < 0.85) await this.#book(account)
      else await this.#cancel(account)
    }
    await this.close()
  }

  /** Closes its connections. */
  close(): Promise<void> {
    return this.#agent.destroy()
  }

  /** One call, repeated with the same key until it has an answer that says something. */
  async #ask(account: OldAccount, method: 'GET' | 'POST', path: string, body?: object) {
    const { url, ledger } = this.#options
    this.#calls += 1
    const key = `${this.#name.replace(' ', '-')}-${this.#calls}`
    const headers = {
      authorization: `Bearer ${account.apiKey}`,
      ...(method === 'POST' && { 'idempotency-key': key, 'content-type': 'application/json' }),
    }
    for (;;) {
      const answer = await this.#attempt(`${url}${path}`, method, headers, body)
      if (answer === undefined) ledger.counts.unanswered += 1
      else if (answer.status === 503 || answer.status === 429) ledger.counts.unavailable += 1
      else if (!isRunning(answer)) return answer
      await sleep(PAUSE_MILLISECONDS)
    }
  }

  async #attempt(
    url: string,
    method: 'GET' | 'POST',
    headers: Readonly<Record<string, string>>,
    body?: object,
  ): Promise<Answer | undefined> {
    try {
      const answer = await request(url, {
        method,
        dispatcher: this.#agent,
        headers,
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(ATTEMPT_MILLISECONDS),
      })
      return { status: answer.statusCode, body: await answer.body.json() }
    } catch {
      return undefined
    }
  }

  async #list(account: OldAccount): Promise<void> {
    const { ledger } = this.#options
    const before = ledger.promised(account.id)
    ledger.checkWhileRunning(account.id, before, await this.allBookings(account))
  }

  /** All bookings of an account, page by page. */
  allBookings(account: OldAccount): Promise<readonly ShownBooking[]> {
    return this.#all<ShownBooking>(account, 'bookings')
  }

  /** How many resources a list of an account shows, all pages together. */
  async countOf(account: OldAccount, resource: string): Promise<number> {
    return (await this.#all(account, resource)).length
  }

  async #all<Shown>(account: OldAccount, resource: string): Promise<readonly Shown[]> {
    const found: Shown[] = []
    let cursor: string | null = null
    do {
      const more: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`
      const answer = await this.#ask(account, 'GET', `/v1/${resource}?limit=${PAGE}${more}`)
      if (answer.status !== 200) {
        this.#unexpected(`GET /v1/${resource}`, answer)
        return found
      }
      const page = answer.body as Page<Shown>
      found.push(...page.data)
      cursor = page.nextCursor
    } while (cursor !== null)
    return found
  }

  async #book(account: OldAccount): Promise<void> {
    const { ledger, random, now } = this.#options
    if (account.eventTypeIds.length === 0) return
    const eventTypeId = random.pick(account.eventTypeIds)
    const day = (days: number) => new Date(now() + days * DAY_MILLISECONDS).toISOString()
    const range = `from=${day(FIRST_DAY)}&to=${day(LAST_DAY)}`
    const path = `/v1/event-types/${eventTypeId}/slots?${range}`
    const slots = await this.#ask(account, 'GET', path)
    if (slots.status !== 200) return this.#unexpected(`GET ${path}`, slots)
    const offered = (slots.body as Page<{ readonly start: string }>).data
    if (offered.length === 0) return
    const { start } = random.pick(offered.slice(0, TIMES_CHOSEN_FROM))
    const name = `${this.#name} of ${this.#calls}`
    const booker = { name, email: 'client@example.com' }
    const made = await this.#ask(account, 'POST', '/v1/bookings', { eventTypeId, start, booker })
    if (made.status === 201 || made.status === 202) {
      ledger.acknowledged(account.id, made.body as ShownBooking)
    } else if (made.status === 409) ledger.counts.refused += 1
    else this.#unexpected('POST /v1/bookings', made)
  }

  async #cancel(account: OldAccount): Promise<void> {
    const { ledger, random } = this.#options
    const live = ledger.promised(account.id).filter(({ status }) => status === 'confirmed')
    if (live.length === 0) return
    const path = `/v1/bookings/${random.pick(live).id}/cancel`
    const answer = await this.#ask(account, 'POST', path, {})
    if (answer.status === 200) ledger.acknowledged(account.id, answer.body as ShownBooking)
    else if (answer.status === 409) ledger.counts.refused += 1
    else this.#unexpected(`POST ${path}`, answer)
  }

  #unexpected(call: string, { status, body }: Answer): void {
    this.#options.ledger.report(`${call} was answered ${status} ${JSON.stringify(body)}`)
  }
}

const isRunning = ({ status, body }: Answer): boolean =>
  status === 409 && (body as { readonly code?: string }).code === 'request_in_progress'
