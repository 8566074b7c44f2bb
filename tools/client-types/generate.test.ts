import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { clientTypes, TYPES_FILE } from './generate.ts'

test('the client types are up to date with `npm run client:generate`', async () => {
  expect(readFileSync(TYPES_FILE, 'utf8') === (await clientTypes())).toBe(true)
})
