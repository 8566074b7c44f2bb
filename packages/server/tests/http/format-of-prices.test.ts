import { expect, test } from 'vitest'
import { formatEntity } from '../../src/kernel/format.ts'
import { formatKey } from '../../src/kernel/keys.ts'
import { openTestApp } from './support/app.ts'
import { makeEventType } from './support/fixtures.ts'

test('the first rule for prices raises the format of the store, since servers of version 2 would sell for less', async () => {
  const own = await openTestApp()
  const format = async () =>
    (await formatEntity.read(own.deps.store, formatKey, { consistent: true }))?.format
  await own.call('PUT', '/v1/payment-connection', { body: { kind: 'simulated' } })
  const { id } = await makeEventType(own.call, {
    payment: { amount: 5000, currency: 'EUR', kind: 'full' },
  })
  expect(await format()).toBeUndefined()
  const priceRules = [{ weekdays: ['saturday'], addPercent: 10 }]
  const path = `/v1/event-types/${id}`
  expect((await own.call('PATCH', path, { body: { priceRules } })).status).toBe(200)
  expect(await format()).toBe(2)
  await own.close()
})
