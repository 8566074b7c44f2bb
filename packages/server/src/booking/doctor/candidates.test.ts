import { CANDIDATES_MAX } from '@holdfast/engine'
import { expect, test } from 'vitest'
import type { Finding } from '../../kernel/doctor/finding.ts'
import type { InShare } from '../../kernel/doctor/rule.ts'
import { type Check, visitingAll } from '../../ops/doctor/check.ts'
import type { ClassifiedItem } from '../../ops/doctor/classified-item.ts'
import { candidatesRule } from './candidates.ts'

const ALL = () => true
const check = (inShare: InShare) => visitingAll(candidatesRule.check(inShare))

// A check reads these members of an entry alone.
const entry = (kind: ClassifiedItem['kind'], partitionId: string, value: object | undefined) =>
  ({ kind, partitionId, item: { PK: partitionId, SK: '#METADATA' }, value }) as ClassifiedItem

const findingsOf = (visiting: Check, entries: readonly ClassifiedItem[]) => {
  for (const each of entries) visiting.visit(each)
  return [...(visiting.findings(0) as Iterable<Finding>)]
}
const DENTIST = { accountId: 'acc_1', specialty: 'dentist', kind: 'person' }
const dentists = (count: number, more: object = {}) =>
  Array.from({ length: count }, (_, index) =>
    entry('provider', `prv_${index}`, { ...DENTIST, id: `prv_${index}`, ...more }),
  )
const needing = (requirement: object, more: object = {}) =>
  entry('event_type', 'evt_1', {
    id: 'evt_1',
    accountId: 'acc_1',
    requirements: [{ name: 'doctor', count: 1, ...requirement }],
    ...more,
  })
const BY_SPECIALTY = needing({ specialty: 'dentist' })
const BY_KIND = needing({ kind: 'person' })
const candidates = (...entries: readonly ClassifiedItem[]) => findingsOf(check(ALL), entries)

test('a requirement with more candidates than can be taken is found, with what it asks for', () => {
  expect(candidates(BY_SPECIALTY, ...dentists(CANDIDATES_MAX))).toEqual([])
  const many = dentists(CANDIDATES_MAX + 1)
  const says = (quality: string) =>
    `The requirement "doctor" takes any provider of the ${quality}. ${CANDIDATES_MAX + 1} are active, of whom only ${CANDIDATES_MAX} are ever taken.`
  const [bySpecialty] = candidates(...many, BY_SPECIALTY)
  expect(bySpecialty).toMatchObject({
    code: 'candidates_cut',
    keys: [{ PK: 'EVENTTYPE#evt_1' }],
    sentence: says('specialty "dentist"'),
  })
  expect(candidates(...many, BY_KIND)[0]?.sentence).toBe(says('kind "person"'))
})

test('candidates are the active people of the account with the specialty', () => {
  const some = dentists(CANDIDATES_MAX)
  for (const other of [
    { isInactive: true },
    { kind: 'team' },
    { deletedAtEpochSeconds: 5 },
    { accountId: 'acc_2' },
    { specialty: 'surgeon' },
  ]) {
    expect(candidates(BY_SPECIALTY, ...some, ...dentists(1, other))).toEqual([])
  }
  expect(candidates(BY_SPECIALTY, ...some, ...dentists(1, { kind: 'room' }))).toHaveLength(1)
  expect(candidates(BY_KIND, ...some, ...dentists(1, { kind: 'room' }))).toEqual([])
  expect(candidates(BY_KIND, ...some, ...dentists(1, { specialty: undefined }))).toHaveLength(1)
})

test('a requirement that names its providers, and a deleted event type, are no finding', () => {
  const many = dentists(CANDIDATES_MAX + 1)
  expect(candidates(needing({ providerIds: ['prv_1'] }), ...many)).toEqual([])
  const deleted = needing({ specialty: 'dentist' }, { deletedAtEpochSeconds: 5 })
  expect(candidates(deleted, ...many)).toEqual([])
  expect(candidates(entry('event_type', 'evt_1', undefined), ...many)).toEqual([])
})

test('what a scan remembers of candidates is its share', () => {
  const none = check(() => false)
  expect(findingsOf(none, [BY_SPECIALTY, ...dentists(CANDIDATES_MAX + 1)])).toEqual([])
  expect(none.factCount).toBe(0)
  const all = check(ALL)
  findingsOf(all, [BY_SPECIALTY, ...dentists(3)])
  // One requirement, and the sizes of one specialty and one kind.
  expect(all.factCount).toBe(3)
})
