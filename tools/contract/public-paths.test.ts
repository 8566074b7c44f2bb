import { expect, test } from 'vitest'
import { isReservedSlug } from '../../packages/server/src/kernel/reserved-slugs.ts'
import { openApi } from './document.ts'

test('no provider has a slug under which a public call of another kind answers', async () => {
  const { paths } = await openApi()
  const names = Object.entries(paths).flatMap(([path, operations]) => {
    const [name, ...rest] = path.split('/').slice(3)
    const isOfProvider = name === undefined || name.startsWith('{') || rest.length > 1
    return path.startsWith('/v1/public/') && 'get' in operations && !isOfProvider ? [name] : []
  })
  expect([...new Set(names)].sort()).toEqual(['decisions', 'me', 'orders', 'payments', 'slots'])
  expect(names.filter((name) => !isReservedSlug(name))).toEqual([])
})
