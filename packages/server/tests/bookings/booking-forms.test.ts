import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { BOOKINGS, formsOf } from './booking-forms.ts'

// Recorded by the version before the fields of a booking stood in one table, when each form was written by hand. Since then,
// bookers who got a booking from somebody else do not see its group, a price has an order, the account
// sees the visit and consents, and a booking can have a price, a grain, nights, earlier units and a security deposit.
const RECORDED: Readonly<Record<string, Readonly<Record<string, object>>>> = JSON.parse(
  readFileSync(new URL('./fixtures/booking-forms.json', import.meta.url), 'utf8'),
)

const { hold, full, cancelledBySystem, ofLater } = BOOKINGS

test.each(Object.entries({ hold, full, cancelledBySystem, ofLater }))(
  'the item, the answers and the events of a booking are those of the version before: %s',
  (name, booking) => {
    const { item, read, erased, ...forms } = formsOf(booking as NonNullable<typeof booking>)
    for (const [form, text] of Object.entries(forms)) {
      expect(`${form} ${text}`).toBe(`${form} ${JSON.stringify(RECORDED[name]?.[form])}`)
    }
    // The order of the attributes of an item says nothing.
    for (const [form, text] of Object.entries({ item, read, erased })) {
      expect({ [form]: JSON.parse(text ?? '') }).toEqual({ [form]: RECORDED[name]?.[form] })
    }
  },
)

test.each(Object.keys(BOOKINGS))(
  'what the log leaves out comes back when it is read: %s',
  (name) => {
    const { shown, readEvent } = formsOf(BOOKINGS[name] as NonNullable<typeof hold>)
    expect(JSON.parse(readEvent ?? '').data.booking).toEqual(JSON.parse(shown ?? ''))
  },
)

test('attributes of a later version stay when a booking is read, written and erased', () => {
  const { read, item, erased } = formsOf(ofLater as NonNullable<typeof hold>)
  for (const form of [read, item, erased]) {
    expect(JSON.parse(form ?? '')).toMatchObject({ later: { kept: ['as it is'] } })
  }
})
