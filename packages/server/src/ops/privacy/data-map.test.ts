import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unwrap } from '../../../tests/support/booking-world.ts'
import {
  itemsWith,
  liveThrough,
  openPersonLife,
  type PersonLife,
  SECRET,
  ZELDA,
} from '../../../tests/support/person-life.ts'
import { ITEM_KINDS, kindOfKey } from '../doctor/item-kind.ts'
import { requestErasure } from './request-erasure.ts'

let life: PersonLife
let map: string
beforeAll(async () => {
  life = await openPersonLife('sqlite')
  map = await readFile(new URL('../../../../../docs/privacy.md', import.meta.url), 'utf8')
})
afterAll(() => life.close())

/** The part of the data map under a heading. */
const sectionOf = (heading: string): string =>
  map.split(/^### /m).find((section) => section.startsWith(heading)) ?? ''

/** The kinds in the first column of the tables of a section. */
const rowsOf = (heading: string): readonly string[] =>
  [...sectionOf(heading).matchAll(/^\| `(\w+)` \|/gm)].map(([, kind = '']) => kind)

const ofBookers = () => rowsOf('Bookers and guests')
/** Kinds that only hold sealed, hashed or linked data, so that no scan for texts finds the person there. */
const NOT_READABLE = [
  'account_booker_count',
  'account_booker_ever_count',
  'booker_count',
  'booker_ever_count',
  'booker_token',
  'booking_guests',
  'contact_booking',
  'idempotency',
  'sent_message',
  'suppression',
  'waitlist_person',
  'window_counter',
]

test('the data map names every kind of item once', () => {
  const [without = ''] =
    /^No personal data\n\n([\s\S]*?)\. They hold/.exec(sectionOf('No personal data')) ?? []
  const innocent = [...without.matchAll(/`(\w+)`/g)].map(([, kind = '']) => kind)
  const named = [...ofBookers(), ...rowsOf('People of an account'), ...innocent]
  expect(named.toSorted()).toEqual(ITEM_KINDS.filter((kind) => kind !== 'unknown').toSorted())
})

test('a person who did everything is in the kinds of items that the data map names, and in no other', async () => {
  await liveThrough(life)
  unwrap(await requestErasure(life.deps, life.caller, ZELDA.email, {}))
  const kinds = new Set(
    (await life.traces()).map((key) => {
      const [PK = '', SK = ''] = key.split(' ')
      return kindOfKey({ PK, SK }).kind
    }),
  )
  const expected = ofBookers().filter((kind) => !NOT_READABLE.includes(kind))
  expect([...kinds].toSorted()).toEqual(expected.toSorted())
})

test('the answer to a private question is in no item and no email as it is', async () => {
  expect(await itemsWith(life.store, [SECRET])).toEqual([])
  expect(await life.mailTexts()).not.toContain(SECRET)
})
