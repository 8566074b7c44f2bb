import type { Booking } from '@holdfast/engine'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type BookingWorld,
  NOW,
  openBookingWorld,
  secondsOf,
} from '../../../tests/support/booking-world.ts'
import { repetitions } from '../../../tests/support/depth.ts'
import { cancelBooking, confirmBooking, expireBooking } from '../bookings/change-booking.ts'
import { rescheduleBooking } from '../bookings/reschedule-booking.ts'

let world: BookingWorld
beforeAll(async () => {
  world = await openBookingWorld()
})
afterAll(() => world.close())

const DATES = ['2026-04-23', '2026-04-24', '2026-04-27'] as const
const BOOKERS = ['ada@example.com', 'grace@example.com'] as const
const LIMITS = { perDay: 2, perWeek: 3, perBooker: 2 }
/** All bookings are far ahead, so that only their holds end. */
const HOLD_SECONDS = 300

const when = { date: fc.constantFrom(...DATES), hour: fc.integer({ min: 9, max: 16 }) }
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('book' as const), ...when, who: fc.nat(1) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('move' as const), ...when, which: fc.nat(30) }),
  },
  fc.record({
    kind: fc.constantFrom('confirm' as const, 'cancel' as const, 'expire' as const),
    which: fc.nat(30),
  }),
  fc.record({ kind: fc.constant('wait' as const), seconds: fc.integer({ min: 1, max: 200 }) }),
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

/** A booking in the model: where it counts, and until when. */
interface Counted {
  readonly id: string
  readonly date: string
  readonly hour: number
  readonly who: number
  /** From this second on, it does not count. */
  readonly freeFrom: number
}

const weekOf = (date: string) => (date === '2026-04-27' ? 'second' : 'first')

/** Everything that was ever booked, counted by hand. */
function createModel() {
  let all: readonly Counted[] = []
  const live = (now: number, without?: string) =>
    all.filter(({ id, freeFrom }) => freeFrom > now && id !== without)
  /** Why a time has no room: its own, or that of a limit. */
  const inTheWay = (now: number, { date, hour, who, id }: Omit<Counted, 'freeFrom'>) => {
    const others = live(now, id)
    const own = all.find((each) => each.id === id)
    const isTaken = others.some((each) => each.date === date && each.hour === hour)
    const isFull =
      (own?.date !== date && others.filter((each) => each.date === date).length >= 2) ||
      ((own === undefined || weekOf(own.date) !== weekOf(date)) &&
        others.filter((each) => weekOf(each.date) === weekOf(date)).length >= 3) ||
      (own === undefined && others.filter((each) => each.who === who).length >= 2)
    return { isTaken, isFull }
  }
  return {
    inTheWay,
    set: (one: Counted) => {
      all = [...all.filter(({ id }) => id !== one.id), one]
    },
    end: (id: string) => {
      all = all.filter((each) => each.id !== id)
    },
    pick: (which: number) => all[which % (all.length || 1)],
  }
}

/** Runs one step in the world and in the model, which must agree about the outcome. */
async function run(model: ReturnType<typeof createModel>, eventTypeId: string, one: Step) {
  const now = world.clock.nowEpochMilliseconds() / 1000
  const { deps, caller } = world
  if (one.kind === 'wait') return world.clock.moveTo((now + one.seconds) * 1000)
  if (one.kind === 'book') {
    const { date, hour, who } = one
    const { isTaken, isFull } = model.inTheWay(now, { id: '', date, hour, who })
    const email = BOOKERS[who] as string
    const start = `${date}T${String(hour).padStart(2, '0')}:00:00Z`
    const answer = await world.create(eventTypeId, start, { booker: { name: 'B', email } })
    expectOutcome(answer, isTaken, isFull)
    if (answer.ok) {
      const { id } = answer.value.booking
      model.set({ id, date, hour, who, freeFrom: now + HOLD_SECONDS })
    }
    return
  }
  const booking = model.pick(one.which)
  if (booking === undefined) return
  const isLive = booking.freeFrom > now
  if (one.kind === 'move') {
    const { date, hour } = one
    const start = `${date}T${String(hour).padStart(2, '0')}:00:00Z`
    const startEpochSeconds = secondsOf(start)
    const { isTaken, isFull } = model.inTheWay(now, { ...booking, date, hour })
    const answer = await rescheduleBooking(deps, caller, booking.id, { startEpochSeconds })
    if (!isLive) return expect(answer.ok).toBe(false)
    expectOutcome(answer, isTaken, isFull)
    if (answer.ok) model.set({ ...booking, date, hour })
    return
  }
  if (one.kind === 'confirm') {
    const answer = await confirmBooking(deps, caller, booking.id)
    if (booking.freeFrom !== Infinity) expect(answer.ok).toBe(isLive)
    if (answer.ok) model.set({ ...booking, freeFrom: Infinity })
    return
  }
  if (one.kind === 'cancel') {
    expect((await cancelBooking(deps, caller, booking.id, {})).ok).toBe(true)
    return model.end(booking.id)
  }
  const swept = await expireBooking(deps, caller, booking.id)
  expect(swept.ok).toBe(!isLive)
  if (swept.ok) model.end(booking.id)
}

function expectOutcome(
  answer: Awaited<ReturnType<BookingWorld['create']>> | { ok: true; value: Booking },
  isTaken: boolean,
  isFull: boolean,
) {
  const code = answer.ok ? 'done' : answer.refusal.code
  const expected = [
    ...(isTaken ? ['slot_taken'] : []),
    ...(isFull ? ['limit_reached'] : []),
    ...(isTaken || isFull ? [] : ['done']),
  ]
  expect(expected).toContain(code)
}

test('bookings are accepted exactly as a count of all of them by hand says, through moves, lapses and sweeps', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
      world.moveTo(NOW)
      const { id } = await world.eventType({ limits: LIMITS })
      const model = createModel()
      for (const one of steps) await run(model, id, one)
    }),
    { numRuns: repetitions(8, 300) },
  )
}, 300_000)
