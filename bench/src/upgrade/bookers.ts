import { setTimeout as sleep } from 'node:timers/promises'
import { copiedKey, idInCopy } from '../../../packages/prove/src/upgrade/grow.ts'
import { callApi } from './upgraded-server.ts'

/** A Tuesday at which the event type of every copy is free, as it is a week later. */
const FIRST_START_EPOCH_MILLISECONDS = Date.parse('2026-05-05T10:00:00Z')
const WEEK_MILLISECONDS = 7 * 86_400_000
const PAUSE_MILLISECONDS = 100
const CLIENTS = 4

/** What can be booked: an event type, of which each account has its own. */
export interface Booker {
  readonly eventTypeId: string
  /** Every account in turn, and then again, a week later. */
  readonly free: Iterator<{ readonly copy: number; readonly start: string }, never>
}

/** Everything that can be booked in so many copies of an account. */
export function bookerOf(eventTypeId: string, copies: number): Booker {
  function* free(): Generator<{ readonly copy: number; readonly start: string }, never> {
    for (let week = 0; ; week += 1) {
      const at = new Date(FIRST_START_EPOCH_MILLISECONDS + week * WEEK_MILLISECONDS)
      const start = at.toISOString()
      for (let copy = 1; copy <= copies; copy += 1) yield { copy, start }
    }
  }
  return { eventTypeId, free: free() }
}

/** What clients that book all the time were answered. */
export interface Booked {
  /** How long each booking took, in milliseconds. */
  readonly milliseconds: readonly number[]
  /** How many calls were answered 503. */
  readonly unavailable: number
  /** The first answer that is none of 201 and 503. */
  readonly wrong: string | undefined
}

/** Four clients, each of which books in one account after the other while something runs. */
export async function bookWhile<Value>(
  url: string,
  { eventTypeId, free }: Booker,
  work: () => Promise<Value>,
): Promise<Booked & { readonly value: Value }> {
  const milliseconds: number[] = []
  let unavailable = 0
  let wrong: string | undefined
  const ending = new AbortController()
  /** Resolves with whether it is booked. */
  const book = async (copy: number, start: string): Promise<boolean> => {
    const booker = { name: 'Lea', email: 'lea@example.com' }
    const body = { eventTypeId: idInCopy(copy, eventTypeId), start, booker }
    const startedAt = performance.now()
    const { status, text } = await callApi(url, copiedKey(copy), '/v1/bookings', body)
    if (status === 201) milliseconds.push(performance.now() - startedAt)
    else if (status === 503) unavailable += 1
    else if (status !== undefined) {
      wrong ??= `${status} ${text}`
      ending.abort()
    }
    return status === 201
  }
  const client = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      const { copy, start } = free.next().value
      while (!(await book(copy, start)) && !ending.signal.aborted) await sleep(PAUSE_MILLISECONDS)
    }
  }
  const clients = Promise.all(Array.from({ length: CLIENTS }, client))
  try {
    const value = await work()
    return { value, milliseconds, unavailable, wrong }
  } finally {
    ending.abort()
    await clients
  }
}
