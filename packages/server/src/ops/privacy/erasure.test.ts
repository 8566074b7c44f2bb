import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unwrap } from '../../../tests/support/booking-world.ts'
import {
  itemsWith,
  liveThrough,
  OTHER,
  openPersonLife,
  type PersonLife,
  THIRD,
  tracesIn,
  ZELDA,
} from '../../../tests/support/person-life.ts'
import { OTHER_ENGINES } from '../../../tests/support/stores.ts'
import { getBooking } from '../../booking/bookings/change-booking.ts'
import { getManagedBooking } from '../../booking/bookings/managed-booking.ts'
import { getContact } from '../../people/contacts/contacts.ts'
import { getCalendarEvent } from '../../stays/calendars/events.ts'
import { inspect } from '../doctor/inspect.ts'
import { requestErasure } from './request-erasure.ts'

describe.each(OTHER_ENGINES)('an erased person on %s', (engine) => {
  let life: PersonLife
  let lived: Awaited<ReturnType<typeof liveThrough>>
  let contactId: string
  let kindsBefore: readonly string[]
  beforeAll(async () => {
    life = await openPersonLife(engine)
    lived = await liveThrough(life)
    contactId = (await life.contactOf(ZELDA.email))?.id ?? ''
    kindsBefore = [
      ...new Set(
        (await life.traces()).map((key) => key.replaceAll(/[a-z]{3}_[0-9a-z]{26}|\d+/g, '*')),
      ),
    ].sort()
    expect(tracesIn(await life.mailTexts())).not.toEqual([])
    unwrap(await requestErasure(life.deps, life.caller, contactId, {}))
    await life.erase()
    // The local DynamoDB engine starts slowly on a busy machine.
  }, 60_000)
  afterAll(() => life.close())

  test('had left traces in items of every kind', () => {
    expect(kindsBefore).toMatchInlineSnapshot(`
      [
        "ACCOUNT#*#CONTACT zelda.q@quirrel.example.com",
        "ACCOUNT#*#CONTACTPHONE +*#*",
        "ACCOUNT#*#DEADLETTER mirrors#*",
        "ACCOUNT#*#EVENT *",
        "ACCOUNT#*#SEARCH#* *#*",
        "ACCOUNT#*#SEARCH#qu quirrelmoon#*",
        "ACCOUNT#*#SEARCH#ze zelda#*",
        "ACCOUNT#*#SEARCH#ze zelda.q@quirrel.example.com#*",
        "ACCOUNT#*#SEARCH#~* ~*#*",
        "BOOKING#* #METADATA",
        "CALENDAR#* EVENT#*#*#*",
        "CALENDAR#* EVENTCANCELLED#*#*",
        "CALENDAR#* EVENTSERIES#*#*#*",
        "CALENDAREVENT#* #METADATA",
        "CONTACT#* #METADATA",
        "CONTACT#* NOTE#*",
        "OUTBOX#* *",
        "QUEUE#contacts#* *#*",
        "QUEUE#deliveries#* *#*.*",
        "QUEUE#mails#* *#*",
        "QUEUE#webhooks#* *#*",
        "WAITLIST#* #METADATA",
        "WEBHOOK#* DELIVERY#*",
      ]
    `)
  })

  test('is told to be in erasure until a later round finds nothing, then is not found', async () => {
    expect(unwrap(await getContact(life.deps, life.caller, contactId))).toMatchObject({
      isErasing: true,
    })
    life.moveTo('2026-06-20T08:02:01Z')
    await life.erase()
    expect(await getContact(life.deps, life.caller, contactId)).toMatchObject({
      refusal: { code: 'not_found' },
    })
  })

  test('is in no item, no attribute, no key and no email', async () => {
    expect(await life.traces()).toEqual([])
    expect(tracesIn(await life.mailTexts())).toEqual([])
    for (const token of lived.tokens) expect(await life.mailTexts()).not.toContain(token)
  })

  test('leaves times, statuses and counts behind', async () => {
    const { completed, missed, open, cancelled, moved, expired } = lived.bookings
    const statuses = await Promise.all(
      [completed, missed, open, cancelled, moved, expired].map(async ({ id }) => {
        const { status, startEpochSeconds, booker } = unwrap(
          await getBooking(life.deps, life.caller, id),
        )
        return [status, new Date(startEpochSeconds * 1000).toISOString(), booker?.name]
      }),
    )
    expect(statuses).toEqual([
      ['completed', '2026-05-26T09:00:00.000Z', 'Erased'],
      ['no_show', '2026-05-26T10:00:00.000Z', 'Erased'],
      ['confirmed', '2026-05-26T11:00:00.000Z', 'Erased'],
      ['cancelled', '2026-05-27T09:00:00.000Z', 'Erased'],
      ['confirmed', '2026-05-28T10:00:00.000Z', 'Erased'],
      ['expired', '2026-05-28T11:00:00.000Z', 'Erased'],
    ])
    const { event } = unwrap(
      await getCalendarEvent(life.deps, life.caller, lived.houseId, lived.own.id),
    )
    expect(event).toMatchObject({ title: 'Erased', days: lived.own.days })
  })

  test('leaves nothing behind of what the bookings carried', async () => {
    for (const { id } of Object.values(lived.bookings)) {
      const booking = unwrap(await getBooking(life.deps, life.caller, id))
      if (booking.booker?.name !== 'Erased') continue
      const { location, answers, sealedPrivateAnswers, guests, metadata } = booking
      expect([location, answers, sealedPrivateAnswers, guests, metadata]).toEqual(
        Array(5).fill(undefined),
      )
    }
  })

  test('can manage nothing any more: manage tokens end', async () => {
    for (const [place, { id }] of Object.values(lived.bookings).entries()) {
      const token = lived.tokens[place] ?? ''
      expect(await getManagedBooking(life.deps, id, token)).toBeUndefined()
    }
  })

  test('leaves a store in which the doctor finds nothing wrong', async () => {
    const { secrets } = life.deps
    const { findings } = await inspect(life.deps, {
      secrets: {
        derivesManageToken: (id, hash) =>
          secrets.hashesEqual(secrets.hash(secrets.manageToken(id)), hash),
        personMarks: secrets.personMarks,
      },
    })
    expect(findings.map(({ code, sentence }) => `${code} ${sentence}`)).toEqual([])
  })

  test('takes nobody else along', async () => {
    const { booker, note, guests } = unwrap(
      await getBooking(life.deps, life.caller, lived.others.id),
    )
    expect({ booker, note, guests }).toEqual({ booker: OTHER, note: 'Stays', guests: [THIRD] })
    expect(await life.contactOf(OTHER.email)).toMatchObject({ name: OTHER.name })
    const { event } = unwrap(
      await getCalendarEvent(life.deps, life.caller, lived.houseId, lived.kept.id),
    )
    expect(event.guest).toEqual(OTHER)
    expect((await itemsWith(life.store, [OTHER.email])).length).toBeGreaterThan(20)
  })
})
