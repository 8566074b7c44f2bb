import {
  type CalendarTime,
  clip,
  type Interval,
  type IntervalSet,
  toIntervals,
} from '@holdfast/engine'
import { getProvider } from '../../src/booking/providers/read-providers.ts'
import { listBusyTimes } from '../../src/external-calendars/connections/busy-times.ts'
import type { Connection } from '../../src/external-calendars/connections/connection.ts'
import {
  type ConnectionInput,
  connectCalendar,
  findConnection,
} from '../../src/external-calendars/connections/connections.ts'
import type {
  ConnectionKind,
  FreeBusyFailure,
  FreeBusyOutcome,
} from '../../src/kernel/ports/free-busy.ts'
import { bookable } from './bookable.ts'
import { testDependencies, withCalendars } from './dependencies.ts'
import { createMemoryVault } from './memory-vault.ts'
import { type Engine, openTestStore, USUAL_ENGINE } from './stores.ts'

/** Midnight of 4 May 2026, the day of all times in these tests. */
const MIDNIGHT = Date.parse('2026-05-04T00:00Z') / 60_000
const MINUTES_PER_DAY = 1440

const minutesOf = (time: string): number => Date.parse(`2026-05-04T${time}Z`) / 60_000

const timeOf = (epochMinutes: number): string => {
  const minutes = epochMinutes - MIDNIGHT
  return [minutes / 60, minutes % 60]
    .map((part) => String(Math.floor(part)).padStart(2, '0'))
    .join(':')
}

const textOf = ({ startEpochMinutes, endEpochMinutes }: Interval): string =>
  `${timeOf(startEpochMinutes)}-${timeOf(endEpochMinutes)}`

const spansOf = (set: IntervalSet): readonly string[] =>
  toIntervals(clip(set, MIDNIGHT, MIDNIGHT + MINUTES_PER_DAY)).map(textOf)

/** The answer of a calendar with busy times on 4 May 2026, such as `09:00-10:00`. */
export const busy = (...spans: readonly string[]): FreeBusyOutcome => ({
  kind: 'read',
  busy: spans.map((span) => {
    const [start = '', end = ''] = span.split('-')
    return { startEpochMinutes: minutesOf(start), endEpochMinutes: minutesOf(end) }
  }),
  warnings: [],
})

/** The answer of a calendar that cannot be read. */
export const failure = (
  code: FreeBusyFailure,
  more: { readonly retryAfterSeconds?: number } = {},
): FreeBusyOutcome => ({ kind: 'failed', code, detail: code, ...more })

/** The busy times of a calendar on 4 May 2026, or why the whole day is unknown: `closed: stale`. */
export const dayOf = ({ busy: times, unknown, gap }: CalendarTime): readonly string[] | string =>
  spansOf(unknown).join() === '00:00-24:00' ? `closed: ${gap}` : spansOf(times)

/** 4 May 2026, in epoch minutes. */
export const DAY = { startEpochMinutes: MIDNIGHT, endEpochMinutes: MIDNIGHT + MINUTES_PER_DAY }

/** A provider on a new store whose calendars give the answer that a test sets. */
export async function openCalendarWorld(engine: Engine = USUAL_ENGINE) {
  const opened = await openTestStore(engine)
  const { deps: base, clock } = testDependencies(opened.store, '2026-05-01T08:00:00Z')
  /** The answer of the calendars, which may come later, and the number of calls to them. */
  const calendar: { answer: FreeBusyOutcome | Promise<FreeBusyOutcome>; calls: number } = {
    answer: busy(),
    calls: 0,
  }
  const reader = {
    async getFreeBusy() {
      calendar.calls += 1
      return await calendar.answer
    },
  }
  const vault = createMemoryVault()
  const deps = withCalendars(base, { freeBusy: { google: reader, outlook: reader }, vault })
  const { caller, provider } = await bookable(deps)
  return {
    deps,
    clock,
    vault,
    calendar,
    caller,
    provider,
    /** Connects a calendar of the provider. */
    async connect(input: Partial<ConnectionInput> = {}): Promise<Connection> {
      const made = await connectCalendar(deps, caller, provider.id, {
        kind: 'google',
        credentialReference: 'first',
        ...input,
      })
      if (!made.ok) throw new Error(made.refusal.code)
      return made.value.connection
    },
    /** The connection to a calendar, which must exist. */
    async connection(kind: ConnectionKind = 'google'): Promise<Connection> {
      const found = await findConnection(deps, provider.id, kind)
      if (found === undefined) throw new Error(`${provider.id} has no connection to ${kind}`)
      return found
    },
    /** The stored busy times of the provider on 4 May 2026, with the kind of their calendar. */
    async storedTimes(): Promise<readonly string[]> {
      const range = {
        from: { epochMinutes: MIDNIGHT },
        to: { epochMinutes: MIDNIGHT + MINUTES_PER_DAY },
      }
      const listed = await listBusyTimes(deps, caller, provider.id, range)
      if (!listed.ok) throw new Error(listed.refusal.code)
      return listed.value.map((time) => `${time.source} ${textOf(time)}`)
    },
    /** The kinds of the provider's connected calendars, as the provider has them. */
    async connectedKinds(): Promise<readonly ConnectionKind[] | undefined> {
      const found = await getProvider(deps, caller, provider.id)
      if (!found.ok) throw new Error(found.refusal.code)
      return found.value.connectedKinds
    },
    /** The partition and sort keys of all items in the store. */
    async storedKeys(): Promise<readonly string[]> {
      const keys: string[] = []
      for await (const page of deps.store.scan())
        keys.push(...page.map(({ PK, SK }) => `${PK} ${SK}`))
      return keys
    },
    /** Moves the clock forward. */
    advanceMinutes(minutes: number): void {
      clock.moveTo(clock.nowEpochMilliseconds() + minutes * 60_000)
    },
    close: () => opened.close(),
  }
}

/** A provider with calendars; see `openCalendarWorld`. */
export type CalendarWorld = Awaited<ReturnType<typeof openCalendarWorld>>
