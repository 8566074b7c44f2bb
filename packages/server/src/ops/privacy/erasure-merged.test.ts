import { afterEach, beforeEach, expect, test } from 'vitest'
import { unwrap } from '../../../tests/support/booking-world.ts'
import {
  liveThrough,
  openPersonLife,
  type PersonLife,
  tracesIn,
  ZELDA,
} from '../../../tests/support/person-life.ts'
import { getContact } from '../../people/contacts/contacts.ts'
import { mergeContacts, undoMerge } from '../../people/contacts/merge-contacts.ts'
import { createContact } from '../../people/contacts/save-contact.ts'
import { exportPerson } from './export-person.ts'
import { requestErasure } from './request-erasure.ts'
import { runErasures } from './run-erasures.ts'

let life: PersonLife
let ids: number
beforeEach(async () => {
  life = await openPersonLife('sqlite')
  ids = 0
})
afterEach(() => life.close())

const phoneNumbers = { toE164: async (text: string) => text }
const add = async (name: string) => {
  ids += 1
  const deps = { ...life.deps, phoneNumbers }
  return unwrap(
    await createContact(deps, life.caller, { name, email: `m${ids}@quirrel.example.com` }),
  )
}
const zelda = async () => {
  const contact = await life.contactOf(ZELDA.email)
  if (contact === undefined) throw new Error('Zelda is no contact')
  return contact
}

async function eraseFully(): Promise<void> {
  for (let round = 0; round < 4; round += 1) {
    while ((await runErasures(life.deps, 10)).more);
    life.clock.moveTo(life.clock.nowEpochMilliseconds() + 121_000)
  }
}

test.each(['the merged contact', 'the other one', 'the address of the merged one'])(
  'erasing a person by %s erases both, and all that they left',
  async (by) => {
    await liveThrough(life)
    const into = await add('Zelda Quirrelmoon Desk')
    const from = await zelda()
    unwrap(await mergeContacts(life.deps, life.caller, from.id, into.id))
    const reference =
      by === 'the merged contact' ? from.id : by === 'the other one' ? into.id : ZELDA.email
    unwrap(await requestErasure(life.deps, life.caller, reference, {}))
    await eraseFully()
    expect(await life.traces()).toEqual([])
    expect(tracesIn(await life.mailTexts())).toEqual([])
    for (const { id } of [from, into]) {
      expect(await getContact(life.deps, life.caller, id)).toMatchObject({ ok: false })
    }
  },
)

test('the export of a person has what both contacts left', async () => {
  await liveThrough(life)
  const into = await add('Zelda Desk')
  const from = await zelda()
  unwrap(await mergeContacts(life.deps, life.caller, from.id, into.id))
  const exported = async (reference: string) => {
    let text = ''
    const pieces = unwrap(await exportPerson(life.deps, life.caller, reference))()
    for await (const piece of pieces) text += piece
    return JSON.parse(text) as {
      contact: { id: string; merged: readonly { id: string }[] }
      bookings: readonly unknown[]
    }
  }
  const whole = await exported(into.id)
  expect(whole.contact).toMatchObject({ id: into.id, merged: [{ id: from.id }] })
  expect(whole.bookings.length).toBeGreaterThan(3)
  expect((await exported(ZELDA.email)).bookings).toEqual(whole.bookings)
})

test('a merge and an erasure at once leave nobody half erased', async () => {
  for (let round = 0; round < 12; round += 1) {
    const [from, into] = [await add('Zelda One'), await add('Zelda Two')]
    const erased = round % 2 === 0 ? from : into
    const [merged, requested] = await Promise.all([
      mergeContacts(life.deps, life.caller, from.id, into.id),
      requestErasure(life.deps, life.caller, erased.id, {}),
    ])
    unwrap(requested)
    const states = [
      unwrap(await getContact(life.deps, life.caller, from.id)),
      unwrap(await getContact(life.deps, life.caller, into.id)),
    ].map(({ isErasing = false }) => isErasing)
    // Merged first: both are erased. Otherwise the merge was refused, and one is.
    expect(states).toEqual(merged.ok ? [true, true] : [erased === from, erased === into])
    expect(merged.ok ? 'contact_erasing' : merged.refusal.code).toBe('contact_erasing')
  }
  await eraseFully()
})

test('an undo and an erasure at once erase both or the other one alone', async () => {
  for (let round = 0; round < 12; round += 1) {
    const [from, into] = [await add('Zelda One'), await add('Zelda Two')]
    unwrap(await mergeContacts(life.deps, life.caller, from.id, into.id))
    const [undone] = await Promise.all([
      undoMerge(life.deps, life.caller, from.id),
      requestErasure(life.deps, life.caller, into.id, {}),
    ])
    const { isErasing = false } = unwrap(await getContact(life.deps, life.caller, from.id))
    expect(isErasing).toBe(!undone.ok)
  }
})
