import { formatDate, parseDate } from '@holdfast/engine'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fileOf, nights } from '../../../tests/calendars/import-files.ts'
import { testDependencies } from '../../../tests/support/dependencies.ts'
import { IS_DEEP } from '../../../tests/support/depth.ts'
import { openTestStore, type TestStore } from '../../../tests/support/stores.ts'
import { parseCalendar } from '../../adapters/ical/parse-calendar.ts'
import { inspect } from '../../ops/doctor/inspect.ts'
import { createCalendar } from './calendars.ts'
import { claimedNights } from './event-content.ts'
import { createCalendarEvent, deleteCalendarEvent } from './events.ts'
import { type ImportDependencies, importCalendar } from './import-calendar.ts'
import { listCalendarEvents } from './list-events.ts'
import { listNights } from './nights.ts'
import { listUnplacedStays } from './unplaced-stays.ts'

const callerOf = (accountId: string) =>
  ({ accountId, requestId: 'test', role: 'account', actor: { kind: 'system' } }) as const

const FIRST = parseDate('2026-06-01') ?? 0
const DAYS = 40
const RANGE = {
  fromEpochSeconds: Date.parse('2026-01-01') / 1000,
  toEpochSeconds: Date.parse('2027-01-01') / 1000,
}

let opened: TestStore
let deps: ImportDependencies
beforeAll(async () => {
  opened = await openTestStore()
  const { deps: plain } = testDependencies(opened.store, '2026-04-20T08:00:00Z')
  const parse: ImportDependencies['calendarParser']['parse'] = async (file, limits) =>
    parseCalendar(file, limits)
  deps = { ...plain, calendarParser: { parse } }
})
afterAll(() => opened.close())

/** A stay of a channel: its UID, its first night and how many it has. */
const STAY = fc.record({
  uid: fc.integer({ min: 0, max: 7 }),
  first: fc.integer({ min: 0, max: DAYS - 8 }),
  length: fc.integer({ min: 1, max: 7 }),
})

/**
 * A step: a channel's file, whole or cut off, with UIDs that are new each time or not, and perhaps blocks of our
 * own feed; or a guest who books or cancels.
 */
const STEP = fc.oneof(
  fc.record({
    kind: fc.constant('file' as const),
    channel: fc.constantFrom('airbnb', 'booking'),
    stays: fc.uniqueArray(STAY, { maxLength: 8, selector: ({ uid }) => uid }),
    isRenamed: fc.boolean(),
    isCut: fc.integer({ min: 0, max: 9 }).map((at) => at === 0),
    hasEcho: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('guest' as const), stay: STAY }),
  fc.record({ kind: fc.constant('cancel' as const), pick: fc.nat() }),
)

type Step = typeof STEP extends fc.Arbitrary<infer Value> ? Value : never
type FileStep = Extract<Step, { readonly kind: 'file' }>

const compact = (day: number): string => formatDate(day).replaceAll('-', '')

/** One calendar, and what guests and channels have done to it. */
class World {
  readonly #calendarId: string
  readonly #caller: ReturnType<typeof callerOf>
  readonly #guests: string[] = []
  #round = 0

  constructor(calendarId: string, accountId: string) {
    this.#calendarId = calendarId
    this.#caller = callerOf(accountId)
  }

  async play(step: Step): Promise<void> {
    this.#round += 1
    if (step.kind === 'file') return this.#importFile(step)
    if (step.kind === 'guest') {
      const startDay = FIRST + step.stay.first
      const time = { startDay, endDay: startDay + step.stay.length }
      const input = { title: 'Guest', time }
      const made = await createCalendarEvent(deps, this.#caller, this.#calendarId, input)
      if (made.ok) this.#guests.push(made.value.id)
      return
    }
    const [id] = this.#guests.splice(step.pick % Math.max(1, this.#guests.length), 1)
    if (id !== undefined) await deleteCalendarEvent(deps, this.#caller, this.#calendarId, id)
  }

  async #importFile({ channel, stays, isRenamed, isCut, hasEcho }: FileStep): Promise<void> {
    const before = await this.events()
    const lines = stays.map(({ uid, first, length }) => {
      const name = `${channel} ${uid}${isRenamed ? ` ${this.#round}` : ''}`
      return nights(name, compact(FIRST + first), compact(FIRST + first + length))
    })
    const echoes = hasEcho
      ? before.map(({ id }) => nights(`${id}@holdfast`, compact(FIRST), compact(FIRST + 3)))
      : []
    const whole = fileOf(channel, ...lines, ...echoes)
    const file = isCut ? whole.slice(0, whole.length / 2) : whole
    const imported = await importCalendar(deps, this.#caller, this.#calendarId, file, {})
    if (isCut) {
      expect(imported.ok).toBe(false)
      expect(await this.events()).toEqual(before)
      return
    }
    expect(imported.ok).toBe(true)
    await this.#isAsWanted(stays)
  }

  /** No night of the file is on sale, and each stay of it stands, with all its nights or as one that lacks some. */
  async #isAsWanted(stays: FileStep['stays']): Promise<void> {
    const range = { fromDay: FIRST, toDay: FIRST + DAYS }
    const listed = await listNights(deps, this.#caller, this.#calendarId, range)
    const status = new Map(listed.ok ? listed.value.map((night) => [night.day, night.status]) : [])
    const events = await this.events()
    for (const { first, length } of stays) {
      const startDay = FIRST + first
      for (let day = startDay; day < startDay + length; day += 1) {
        expect(status.get(day)).toBe('taken')
      }
      const days = { startDay, endDay: startDay + length }
      expect(events.map((each) => each.days)).toContainEqual(days)
    }
  }

  async events() {
    const page = { limit: 100 }
    const listed = await listCalendarEvents(deps, this.#caller, this.#calendarId, RANGE, page)
    return listed.ok ? listed.value.events.data : []
  }

  /** No night belongs to two stays, and a stay without all its nights is listed with those that it lacks. */
  async check(): Promise<void> {
    const events = await this.events()
    const owned = events.flatMap((event) =>
      claimedNights(event).flatMap(({ arrivalDay, departureDay }) =>
        Array.from({ length: departureDay - arrivalDay }, (_, index) => arrivalDay + index),
      ),
    )
    expect(new Set(owned).size).toBe(owned.length)
    const reported = await listUnplacedStays(deps, this.#caller, { limit: 100 })
    expect(reported.data.map(({ id }) => id).sort()).toEqual(
      events.flatMap(({ id, unplaced }) => (unplaced ? [id] : [])).sort(),
    )
  }
}

test('files of two channels beside guests never give a night twice, and place or report every stay', async () => {
  let runs = 0
  await fc.assert(
    fc.asyncProperty(fc.array(STEP, { minLength: 1, maxLength: 12 }), async (steps) => {
      runs += 1
      // An account of its own, so that what earlier runs left is not listed.
      const accountId = `acc_${runs}`
      const input = { name: 'C', timeZone: 'Europe/Berlin', exclusive: 'nights' } as const
      const made = await createCalendar(deps, callerOf(accountId), input)
      const world = new World(made.ok ? made.value.id : '', accountId)
      for (const step of steps) {
        await world.play(step)
        await world.check()
      }
    }),
    { numRuns: IS_DEEP ? 2000 : 40 },
  )
  expect((await inspect(deps)).findings).toEqual([])
}, 600_000)
