import type { Booking } from '@holdfast/engine'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type BookingWorld,
  NOW,
  openBookingWorld,
  secondsOf,
  unwrap,
} from '../../../tests/support/booking-world.ts'
import { storeInterruptedBefore } from '../../../tests/support/store-with.ts'
import { updateAccount } from '../../identity/accounts/accounts.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { Write } from '../../kernel/ports/store.ts'
import {
  cancelBooking,
  confirmBooking,
  expireBooking,
  getBooking,
} from '../bookings/change-booking.ts'
import { reassignBooking } from '../bookings/reassign-booking.ts'
import { rescheduleBooking } from '../bookings/reschedule-booking.ts'
import { type DecisionInput, type DecisionRequest, decide, getDecision } from './decide.ts'
import { decisionToken } from './decision-link.ts'

let world: BookingWorld
beforeAll(async () => {
  world = await openBookingWorld()
})
beforeEach(() => world.moveTo(NOW))
afterAll(() => world.close())

const LATER = '2026-04-27T15:00:00Z'
const AFTER_HOLD = '2026-04-22T08:00:00Z'

/** Nobody who is known: whoever follows the link. */
const anybody: Caller<DecisionRequest> = {
  accountId: '',
  requestId: 'test',
  role: 'public',
  actor: { kind: 'booker' },
}

/** A request that waits for the provider, with the token of the email to that provider. */
async function request() {
  const type = await world.eventType({ confirmation: 'approval' })
  const { booking } = await world.created(type.id, '2026-04-27T10:00:00Z', {
    fields: { note: 'by the door' },
  })
  return { booking, token: decisionToken(world.deps, booking, booking.providerId) }
}

const send = (booking: Booking, input: DecisionInput, deps = world.deps) =>
  decide(deps, anybody, booking.id, input)
const approve = (booking: Booking, token: string) => send(booking, { token, decision: 'approve' })
const decline = (booking: Booking, token: string, reason?: string) =>
  send(booking, { token, decision: 'decline', reason })
const stateOf = async (booking: Booking, token: string) =>
  unwrap(await getDecision(world.deps, booking.id, token)).state
const stored = async ({ id }: Booking) => unwrap(await getBooking(world.deps, world.caller, id))
const refusal = async (answer: ReturnType<typeof decide>) => {
  const result = await answer
  return result.ok ? 'nothing' : result.refusal
}

describe('the link of a request', () => {
  test('approves it once: the second click finds it approved and changes nothing', async () => {
    const { booking, token } = await request()
    expect(await stateOf(booking, token)).toBe('open')
    expect(unwrap(await approve(booking, token)).state).toBe('approved')
    const confirmed = await stored(booking)
    expect([confirmed.status, confirmed.version]).toEqual(['confirmed', 2])
    expect(unwrap(await approve(booking, token)).state).toBe('approved')
    expect(await stored(booking)).toEqual(confirmed)
  })

  test('declines it with a reason, as the account, and frees its time', async () => {
    const { booking, token } = await request()
    expect(unwrap(await decline(booking, token, 'I am away.')).state).toBe('declined')
    expect(await stored(booking)).toMatchObject({
      status: 'cancelled',
      cancelledBy: 'account',
      cancellationReason: 'I am away.',
    })
    const { holds, taken } = await world.ledger(booking.providerId, '2026-04-27')
    expect([holds, taken]).toEqual([[], []])
  })

  test('decides against the other link only once', async () => {
    const { booking, token } = await request()
    unwrap(await approve(booking, token))
    expect(await refusal(decline(booking, token))).toMatchObject({
      code: 'invalid_transition',
      status: 'confirmed',
    })
    expect((await stored(booking)).status).toBe('confirmed')
  })

  test('finds nothing with a token of another booking, start or provider', async () => {
    const { booking, token } = await request()
    const other = await request()
    const forged = [
      other.token,
      token.replace(/^prv_\w+/, other.booking.providerId),
      token.replace(/\.\d+\./, `.${secondsOf(LATER)}.`),
      world.deps.secrets.manageToken(booking.id),
      '',
    ]
    for (const wrong of forged) {
      expect(await refusal(approve(booking, wrong))).toMatchObject({ code: 'not_found' })
    }
    expect((await stored(booking)).status).toBe('pending')
  })

  test('ends when the request is moved, and the link of the new time works', async () => {
    const { booking, token } = await request()
    const moved = unwrap(
      await rescheduleBooking(world.deps, world.caller, booking.id, {
        startEpochSeconds: secondsOf(LATER),
      }),
    )
    expect(await stateOf(booking, token)).toBe('moved')
    expect(await refusal(approve(booking, token))).toMatchObject({ reason: 'moved' })
    expect(await refusal(decline(booking, token))).toMatchObject({ reason: 'moved' })
    expect((await stored(booking)).status).toBe('pending')
    const fresh = decisionToken(world.deps, moved, moved.providerId)
    expect(unwrap(await approve(booking, fresh)).state).toBe('approved')
  })

  test('ends when the time to decide is over, before and after the sweep', async () => {
    const { booking, token } = await request()
    world.moveTo(AFTER_HOLD)
    expect(await stateOf(booking, token)).toBe('expired')
    expect(await refusal(approve(booking, token))).toMatchObject({ code: 'hold_expired' })
    expect(await refusal(decline(booking, token))).toMatchObject({ code: 'hold_expired' })
    unwrap(await expireBooking(world.deps, world.caller, booking.id))
    expect(await stateOf(booking, token)).toBe('expired')
    expect(await refusal(approve(booking, token))).toMatchObject({ code: 'hold_expired' })
  })

  test('tells a declined request from a booking that was cancelled', async () => {
    const [declined, withdrawn, cancelled] = [await request(), await request(), await request()]
    unwrap(await cancelBooking(world.deps, world.caller, declined.booking.id, {}))
    const booker = { ...world.caller, role: 'manage' } as const
    unwrap(await cancelBooking(world.deps, booker, withdrawn.booking.id, {}))
    unwrap(await confirmBooking(world.deps, world.caller, cancelled.booking.id))
    unwrap(await cancelBooking(world.deps, world.caller, cancelled.booking.id, {}))
    const states = [declined, withdrawn, cancelled].map((each) => stateOf(each.booking, each.token))
    expect(await Promise.all(states)).toEqual(['declined', 'cancelled', 'cancelled'])
  })

  test('does not work before the booker has confirmed the address', async () => {
    const type = await world.eventType({ confirmation: 'approval' })
    const asked = await world.created(type.id, '2026-04-27T10:00:00Z', {
      requiresEmailProof: true,
    })
    const token = decisionToken(world.deps, asked.booking, asked.booking.providerId)
    expect(await refusal(approve(asked.booking, token))).toMatchObject({ code: 'not_found' })
  })

  test('leaves an event with the actor `system` and the id of the provider', async () => {
    const { booking, token } = await request()
    unwrap(await approve(booking, token))
    const events = await world.items('OUTBOX')
    const confirmed = events.filter((item) => JSON.stringify(item).includes('booking.confirmed'))
    const about = confirmed.find((item) => JSON.stringify(item).includes(booking.id))
    expect(about?.actor).toEqual({ kind: 'system', id: booking.providerId })
  })
})

test('a decision is in the audit log of an account that keeps one', async () => {
  const { booking, token } = await request()
  unwrap(await updateAccount(world.deps, world.caller, { auditDays: 30 }))
  unwrap(await approve(booking, token))
  expect(await world.items(`ACCOUNT#${world.accountId}#AUDIT`)).toMatchObject([
    {
      operation: 'makeDecision',
      resourceId: booking.id,
      actor: { kind: 'system', id: booking.providerId },
    },
  ])
})

describe('a request of several providers', () => {
  async function shared() {
    const ada = await world.provider({ name: 'Ada' })
    const bob = await world.provider({ name: 'Bob' })
    const cleo = await world.provider({ name: 'Cleo' })
    const owner = await world.provider({ name: 'Practice', kind: 'team' })
    const providerIds = [ada.id, bob.id, cleo.id]
    const type = await world.eventType({
      providerId: owner.id,
      confirmation: 'approval',
      requirements: [{ name: 'surgeon', providerIds, count: 2, choice: 'priority' }],
    })
    const { booking } = await world.created(type.id, '2026-04-27T10:00:00Z')
    const tokenOf = (id: string) => decisionToken(world.deps, booking, id)
    return { booking, tokenOf, ada, bob, cleo }
  }

  test('is decided by any of them', async () => {
    const { booking, tokenOf, ada, bob } = await shared()
    expect(booking.assignments?.map(({ providerId }) => providerId)).toEqual([ada.id, bob.id])
    expect(unwrap(await approve(booking, tokenOf(bob.id))).state).toBe('approved')
    expect(await stateOf(booking, tokenOf(ada.id))).toBe('approved')
  })

  test('is no longer decided by one who was replaced', async () => {
    const { booking, tokenOf, bob, cleo } = await shared()
    unwrap(
      await reassignBooking(world.deps, world.caller, booking.id, { from: bob.id, to: cleo.id }),
    )
    expect(await stateOf(booking, tokenOf(bob.id))).toBe('reassigned')
    expect(await refusal(approve(booking, tokenOf(bob.id)))).toMatchObject({
      reason: 'reassigned',
    })
    expect(unwrap(await approve(booking, tokenOf(cleo.id))).state).toBe('approved')
  })
})

describe('two clicks at once', () => {
  const isChange = (write: Write) => write.kind === 'put-if-version'

  test('on approve and decline: one wins, and the other learns the state', async () => {
    for (const [first, second] of [
      ['approve', 'decline'],
      ['decline', 'approve'],
    ] as const) {
      const { booking, token } = await request()
      const store = storeInterruptedBefore(world.store, isChange, () =>
        send(booking, { token, decision: first }),
      )
      const late = await send(booking, { token, decision: second }, { ...world.deps, store })
      expect(late).toMatchObject({ ok: false, refusal: { code: 'invalid_transition' } })
      expect(await stateOf(booking, token)).toBe(first === 'approve' ? 'approved' : 'declined')
    }
  })

  test('on approve change the booking once', async () => {
    const { booking, token } = await request()
    const both = await Promise.all([approve(booking, token), approve(booking, token)])
    expect(both.map((each) => unwrap(each).state)).toEqual(['approved', 'approved'])
    expect((await stored(booking)).version).toBe(2)
  })
})
