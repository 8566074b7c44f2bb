import { expect, test } from 'vitest'
import { openTestApp } from './support/app.ts'
import { askForBookerLink } from './support/booker-sign-in.ts'

const SLUG = 'lakeside'

// Equal work takes equal time, on a busy machine, too.
test('a known address asks the store for the same as an unknown one', async () => {
  const asked: string[] = []
  const own = await openTestApp({
    between: (store) => ({
      get: (key, options) => {
        asked.push(`get ${key.PK.split('#')[0]}`)
        return store.get(key, options)
      },
      getMany: (keys, options) => {
        asked.push(`getMany ${keys.length}`)
        return store.getMany(keys, options)
      },
      query: (request) => {
        asked.push('query')
        return store.query(request)
      },
      transact: (writes, token) => {
        asked.push(`transact ${writes.map(({ kind }) => kind).join()}`)
        return store.transact(writes, token)
      },
    }),
  })
  await own.call('PATCH', '/v1/account', { body: { slug: SLUG } })
  const email = 'known@example.com'
  await own.call('POST', '/v1/contacts', { body: { name: 'Known', email } })
  // The account is known from here on.
  await askForBookerLink(own, { accountSlug: SLUG, email: 'first@example.com' })
  const workOf = async (address: string) => {
    const before = asked.length
    const got = await askForBookerLink(own, { accountSlug: SLUG, email: address })
    expect(got.status).toBe(202)
    return asked.slice(before)
  }
  const work = [
    'transact counter-add',
    'transact counter-add',
    'transact put-if-absent,put-if-absent',
  ]
  expect(await workOf(email)).toEqual(work)
  expect(await workOf('unknown@example.com')).toEqual(work)
  await own.close()
})
