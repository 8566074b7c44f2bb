import { expect, test } from 'vitest'
import { openTestStore } from '../../../tests/support/stores.ts'
import { FORMAT, formatEntity } from '../../kernel/format.ts'
import { withFormatCheck } from './checked-store.ts'

const write = (n: number) =>
  ({ kind: 'put-if-absent', item: { PK: `NOTE#${n}`, SK: '#METADATA' } }) as const

test('a function writes to a store that it knows, and not to one that a later version has written', async () => {
  const opened = await openTestStore()
  const before = withFormatCheck(opened.store)
  expect(await before.transact([write(1)], 'first')).toEqual({ committed: true })
  const format = formatEntity.create({ format: FORMAT + 1, needs: '3.1.0', version: 1 })
  await opened.store.transact([format], 'raised-format')
  const after = withFormatCheck(opened.store)
  await expect(after.transact([write(2)], 'second')).rejects.toMatchObject({
    code: 'store_too_new',
  })
  expect(await opened.store.get({ PK: 'NOTE#2', SK: '#METADATA' })).toBeUndefined()
  await opened.close()
})
