import { expect, test } from 'vitest'
import { bodyOf, newDraft } from './draft.ts'
import { hiddenPartsOf, INTENTS, presetOf } from './intents.ts'

const HOURS_INTENTS = INTENTS.filter((each) => each !== 'stay')

const bodyFor = (intent: (typeof HOURS_INTENTS)[number]) => {
  const draft = newDraft('prv_1')
  return bodyOf({ ...draft, ...presetOf(intent, draft, { member: 'Person' }) })
}

test('an intent presets what the event type needs', () => {
  expect(bodyFor('appointment')).toEqual(bodyOf(newDraft('prv_1')))
  expect(bodyFor('class')).toMatchObject({
    seats: { capacity: 10 },
    waitlist: { offerMinutes: 30 },
    confirmation: 'instant',
  })
  expect(bodyFor('team').requirements).toMatchObject([
    { name: 'Person', kind: 'person', count: 1, bookerMayChoose: true },
  ])
  expect(bodyFor('visit')).toMatchObject({
    bufferBeforeMinutes: 30,
    bufferAfterMinutes: 30,
    locations: [{ kind: 'ask_booker' }],
  })
})

test('no intent hides a part that it presets, or one with an error', () => {
  for (const intent of HOURS_INTENTS) {
    const hidden = hiddenPartsOf(intent, {})
    const body: Readonly<Record<string, unknown>> = bodyFor(intent)
    expect([...hidden].filter((part) => body[part] !== undefined)).toEqual([])
  }
  expect(hiddenPartsOf('appointment', { seats: 'wrong' }).has('seats')).toBe(false)
  expect(hiddenPartsOf('appointment', {}).has('seats')).toBe(true)
  expect(hiddenPartsOf(undefined, {}).size).toBe(0)
})
