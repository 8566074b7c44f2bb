import { expect, test } from 'vitest'
import { finding, inBoth } from './finding.ts'

const DAY = { PK: 'PROVIDER#prv_1', SK: 'DAY#2026-04-27' }
const OTHER_DAY = { PK: 'PROVIDER#prv_1', SK: 'DAY#2026-04-28' }

const orphans = (quanta: readonly number[], key = DAY) =>
  finding('orphan_quanta', [key], 'taken by nobody', { quanta })

test('a finding is confirmed if both passes have one with the same code and keys', () => {
  const gone = finding('double_claim', [DAY], 'rev is wrong')
  const stays = finding('double_claim', [OTHER_DAY], 'rev is wrong')
  const fresh = finding('unknown_item', [DAY], 'of no kind')
  expect(inBoth([gone, stays], [stays, fresh])).toEqual([stays])
})

test('only the quanta that both passes found are confirmed', () => {
  expect(inBoth([orphans([3, 4, 5])], [orphans([1, 4, 5, 9])])).toEqual([orphans([4, 5])])
  expect(inBoth([orphans([3])], [orphans([4])])).toEqual([])
  expect(inBoth([orphans([3])], [orphans([3], OTHER_DAY)])).toEqual([])
})

test('a finding contains only the keys of its items', () => {
  const item = { ...DAY, rev: 3, secret: 'x' }
  expect(finding('double_claim', [item], 'rev is wrong')).toEqual({
    code: 'double_claim',
    severity: 'error',
    repairable: false,
    keys: [DAY],
    sentence: 'rev is wrong',
  })
})
