import type { Directory } from '@holdfast/contracts'
import { expect, test } from 'vitest'
import { entriesMatching } from './search-entries.ts'

const entry = (name: string, specialty: string | null, titles: readonly string[] = []) =>
  ({
    name,
    specialty,
    timeZone: 'Europe/Berlin',
    eventTypes: titles.map((title) => ({ title })),
  }) as unknown as Directory['data'][number]

const entries = [
  entry('Dr. Zoë Müller', 'Dentist', ['Check-up']),
  entry('Noah Tremblay', null, ['Haircut']),
]
const found = (search: string) => entriesMatching(entries, search).map(({ name }) => name)

test('a search finds providers by name, specialty, city and service, without accents and in any order', () => {
  expect(found('muller zoe')).toEqual(['Dr. Zoë Müller'])
  expect(found('DENT')).toEqual(['Dr. Zoë Müller'])
  expect(found('hair')).toEqual(['Noah Tremblay'])
  expect(found('up berlin')).toEqual(['Dr. Zoë Müller'])
})

test('a search without words finds all, and one that fits nobody finds none', () => {
  expect(found('  ')).toHaveLength(2)
  expect(found('dentist noah')).toEqual([])
  // The middle of a word is no match.
  expect(found('ller')).toEqual([])
})
