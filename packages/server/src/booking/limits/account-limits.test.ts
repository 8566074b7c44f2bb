import { liveCount } from '@holdfast/engine'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type BookingWorld,
  NOW,
  openBookingWorld,
  secondsOf,
  unwrap,
} from '../../../tests/support/booking-world.ts'
import { SOME_ENGINES } from '../../../tests/support/stores.ts'
import { updateAccount } from '../../identity/accounts/accounts.ts'
import { forgetAccounts } from '../../identity/accounts/known-accounts.ts'
import { countFromItem } from '../../kernel/items/count-item.ts'
import { taskEntity } from '../../kernel/queue/task.ts'
import { counterKey } from '../../ledger/keys.ts'
import { mergeContacts, undoMerge } from '../../people/contacts/merge-contacts.ts'
import { createContact } from '../../people/contacts/save-contact.ts'
import { cancelBooking, confirmBooking } from '../bookings/change-booking.ts'
import { createBooking } from '../bookings/create-booking.ts'
import { rescheduleBooking } from '../bookings/reschedule-booking.ts'
import { updateBooking } from '../bookings/update-booking.ts'
import { recountLimits } from '../recounts/recount-limits.ts'

const refused = (count: number) => ({
  ok: false,
  refusal: { code: 'limit_reached', limit: 'perBooker', count },
})
const REFUSED_EVER = {
  ok: false,
  refusal: { code: 'booker_not_allowed', limit: 'perBookerEver', count: 1 },
}

describe.each(SOME_ENGINES)('the limits of an account on %s', (engine) => {
  let world: BookingWorld
  beforeAll(async () => {
    world = await openBookingWorld(engine)
  })
  beforeEach(() => world.moveTo(NOW))
  afterAll(() => world.close())

  let people = 0
  /** Somebody who has booked nothing. */
  const somebody = () => {
    people += 1
    return { name: `Person ${people}`, email: `person-${people}@example.com` }
  }
  const limit = async (limits: object | null) => {
    unwrap(await updateAccount(world.deps, world.caller, { limits }))
    forgetAccounts(world.deps)
  }
  const twoTypes = async () => [await world.eventType(), await world.eventType()] as const
  const at = (hour: number) => `2026-04-27T${String(hour).padStart(2, '0')}:00:00Z`
  const countOf = async (kind: 'booker' | 'ever', { email }: { readonly email: string }) => {
    const mark = world.deps.secrets.personMarks(world.accountId, email)[0]
    const item = await world.store.get(counterKey(`${world.accountId}:${kind}:${mark}`), {
      consistent: true,
    })
    return liveCount(countFromItem(item), world.clock.nowEpochMilliseconds() / 1000)
  }

  test('count one person over all event types, and each person for themselves', async () => {
    const booker = somebody()
    const grace = somebody()
    await limit({ perBooker: 2 })
    const [one, other] = await twoTypes()
    unwrap(await world.create(one.id, at(10), { booker }))
    const second = unwrap(await world.create(other.id, at(10), { booker })).booking
    expect(await world.create(one.id, at(11), { booker })).toEqual(refused(2))
    expect(await world.create(other.id, at(11), { booker })).toEqual(refused(2))
    unwrap(await world.create(one.id, at(11), { booker: grace }))
    unwrap(await cancelBooking(world.deps, world.caller, second.id, {}))
    unwrap(await world.create(other.id, at(12), { booker }))
  })

  test('leave room for exactly as many of simultaneous bookings of two event types', async () => {
    const booker = somebody()
    await limit({ perBooker: 2 })
    const [one, other] = await twoTypes()
    const starts = [10, 11, 12, 13].map(at)
    const answers = await Promise.all(
      starts.flatMap((start) => [
        world.create(one.id, start, { booker }),
        world.create(other.id, start, { booker }),
      ]),
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(2)
    expect(answers.filter(({ ok }) => !ok)).toEqual(Array(6).fill(refused(2)))
    expect(await countOf('booker', booker)).toBe(2)
  })

  test('stand beside those of an event type: the one that is reached first refuses', async () => {
    const booker = somebody()
    await limit({ perBooker: 2 })
    const one = await world.eventType({ limits: { perBooker: 1 } })
    const other = await world.eventType()
    unwrap(await world.create(one.id, at(10), { booker }))
    expect(await world.create(one.id, at(11), { booker })).toEqual(refused(1))
    unwrap(await world.create(other.id, at(11), { booker }))
    expect(await world.create(other.id, at(12), { booker })).toEqual(refused(2))
  })

  test('do not bind an override, which counts', async () => {
    const booker = somebody()
    await limit({ perBooker: 1 })
    const [one, other] = await twoTypes()
    unwrap(await world.create(one.id, at(10), { booker }))
    unwrap(await world.create(other.id, at(10), { booker, isOverride: true }))
    expect(await countOf('booker', booker)).toBe(2)
  })

  test('follow a booking that moves, and one that gets another address', async () => {
    const booker = somebody()
    const grace = somebody()
    await limit({ perBooker: 1 })
    const [one, other] = await twoTypes()
    const booked = unwrap(await world.create(one.id, at(10), { booker })).booking
    unwrap(await confirmBooking(world.deps, world.caller, booked.id))
    const start = { startEpochSeconds: secondsOf(at(15)) }
    unwrap(await rescheduleBooking(world.deps, world.caller, booked.id, start))
    expect(await countOf('booker', booker)).toBe(1)
    unwrap(await updateBooking(world.deps, world.caller, booked.id, { booker: grace }))
    expect([await countOf('booker', booker), await countOf('booker', grace)]).toEqual([0, 1])
    unwrap(await world.create(other.id, at(10), { booker }))
    expect(await world.create(other.id, at(11), { booker: grace })).toEqual(refused(1))
  })

  test('count what both halves of a merged person booked, and an undo takes them apart again', async () => {
    const booker = somebody()
    await limit({ perBooker: 2 })
    const [one, other] = await twoTypes()
    const desk = unwrap(await createContact(world.deps, world.caller, { name: 'Desk' }))
    const mail = unwrap(await createContact(world.deps, world.caller, booker))
    const atDesk = { name: 'Desk', contactId: desk.id }
    unwrap(await world.create(one.id, at(9), { booker: atDesk }))
    unwrap(await world.create(other.id, at(10), { booker }))
    unwrap(await mergeContacts(world.deps, world.caller, desk.id, mail.id))
    expect(await world.create(one.id, at(11), { booker })).toEqual(refused(2))
    expect(await world.create(other.id, at(11), { booker: atDesk })).toEqual(refused(2))
    unwrap(await undoMerge(world.deps, world.caller, desk.id))
    unwrap(await world.create(one.id, at(11), { booker }))
  })

  test('say only after a proof what one person may ever book', async () => {
    const booker = somebody()
    await limit({ perBookerEver: 1 })
    const [one, other] = await twoTypes()
    unwrap(await world.create(one.id, at(10), { booker }))
    expect(await world.create(other.id, at(10), { booker })).toEqual(REFUSED_EVER)
    // A stranger who types the address gets as far as anybody, and counts for nobody.
    const typed = unwrap(
      await createBooking(
        world.deps,
        { ...world.caller, role: 'public', actor: { kind: 'booker' } },
        {
          target: { eventTypeId: other.id },
          startEpochSeconds: secondsOf(at(11)),
          booker,
        },
      ),
    )
    expect([typed.booking.emailUnconfirmed, typed.booking.counts]).toEqual([true, undefined])
    expect(await countOf('ever', booker)).toBe(1)
  })

  test('count what was booked before they were set', async () => {
    const booker = somebody()
    await limit(null)
    const [one, other] = await twoTypes()
    const { booking } = unwrap(await world.create(one.id, at(10), { booker }))
    unwrap(await confirmBooking(world.deps, world.caller, booking.id))
    await limit({ perBooker: 1 })
    const tasks = (await world.items('QUEUE#schedule')).map(taskEntity.decode)
    const task = tasks.findLast(({ event }) => event.resourceId === world.accountId)
    if (task === undefined) throw new Error('nothing is to be counted')
    await recountLimits(world.deps, task.event)
    await recountLimits(world.deps, task.event)
    expect(await countOf('booker', booker)).toBe(1)
    expect(await world.create(other.id, at(11), { booker })).toEqual(refused(1))
  })

  test('cost nothing where an account has none: a booking counts nothing', async () => {
    const booker = somebody()
    await limit(null)
    const [one] = await twoTypes()
    expect(unwrap(await world.create(one.id, at(10), { booker })).booking.counts).toBeUndefined()
  })
})
