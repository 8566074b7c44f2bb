import { expect, test } from 'vitest'
import { checkFormat, formatEntity } from './format.ts'
import type { Item } from './ports/store.ts'

const storeOf = (item: Item | undefined) => ({ get: async () => item })

test('a store without a format, and one whose format this version knows, can be written', async () => {
  await checkFormat(storeOf(undefined))
  await checkFormat(storeOf(formatEntity.encode({ format: 1, needs: '2.0.0', version: 1 })))
  await checkFormat(storeOf(formatEntity.encode({ format: 2, needs: '3.0.0', version: 1 })))
})

test('a store that a later version has written names the version that it needs', async () => {
  const item = formatEntity.encode({ format: 3, needs: '3.1.0', version: 1 })
  await expect(checkFormat(storeOf(item))).rejects.toMatchObject({
    code: 'store_too_new',
    message:
      'The store has format 3; this version of Holdfast knows format 2. Start Holdfast 3.1.0 or later.',
  })
})
