import { expect, test } from 'vitest'
import { openTestApp } from './support/app.ts'

const PATHS = ['/v1/providers', '/v1/nothing', '/healthz', '/docs', '/']

const headersWith = async (publicUrl: string): Promise<readonly (string | null)[]> => {
  const app = await openTestApp({ settings: { publicUrl } })
  const got = await Promise.all(PATHS.map((path) => app.call('GET', path)))
  await app.close()
  return got.map(({ headers }) => headers.get('strict-transport-security'))
}

test('every response makes browsers stay with HTTPS if the public URL has it', async () => {
  expect(await headersWith('https://book.example.com')).toEqual(PATHS.map(() => 'max-age=31536000'))
})

test('no response makes browsers use HTTPS if the public URL does not have it', async () => {
  expect(await headersWith('http://localhost:3000')).toEqual(PATHS.map(() => null))
})
