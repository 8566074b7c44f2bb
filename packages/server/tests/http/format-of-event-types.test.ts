import { expect, test } from 'vitest'
import { formatEntity } from '../../src/kernel/format.ts'
import { formatKey } from '../../src/kernel/keys.ts'
import { openTestApp } from './support/app.ts'
import { makeEventType } from './support/fixtures.ts'

const terms = { id: 'terms', label: 'Version 3', kind: 'checkbox' }

test.each([
  [
    'rules for prices, as servers of version 2 would sell for less',
    {},
    { priceRules: [{ weekdays: ['saturday'], addPercent: 10 }] },
  ],
  [
    'consents, as servers of version 2 would lose their texts',
    { questions: [terms] },
    { questions: [{ ...terms, consent: true }] },
  ],
  [
    'hours for start and end alone, as servers of version 2 would not find a rental of days',
    {},
    { hoursApplyTo: 'startAndEnd', durationMinutes: 4320 },
  ],
])('the first event type with %s, raises the format of the store', async (_, before, change) => {
  const own = await openTestApp()
  const format = async () => (await formatEntity.read(own.deps.store, formatKey))?.format
  await own.call('PUT', '/v1/payment-connection', { body: { kind: 'simulated' } })
  const payment = { amount: 5000, currency: 'EUR', kind: 'full' }
  const { id } = await makeEventType(own.call, { payment, ...before })
  expect(await format()).toBeUndefined()
  const path = `/v1/event-types/${id}`
  expect((await own.call('PATCH', path, { body: change })).status).toBe(200)
  expect(await format()).toBe(2)
  await own.close()
})
