import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { PLAIN_TEXTS, plainTextsSource } from './texts.ts'

test('the texts of the page without scripts are up to date with `npm run texts:plain`', async () => {
  expect(readFileSync(PLAIN_TEXTS, 'utf8')).toBe(await plainTextsSource())
})
