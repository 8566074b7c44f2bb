import { expect, test } from 'vitest'
import { PUBLIC_CAPS } from '../../src/identity/limits/cap-sizes.ts'
import { openTestApp } from './support/app.ts'

test('a guest cannot add more nights by moving than an address may book in a day', async () => {
  const capped = await openTestApp({ settings: { publicCaps: PUBLIC_CAPS } })
  try {
    const house = await capped.call('POST', '/v1/calendars', {
      body: { name: 'House', timeZone: 'Europe/Berlin', exclusive: 'nights', publicStays: true },
    })
    const guest = { name: 'Grace Hopper', email: 'grace@example.com' }
    const body = { arrival: '2026-06-02', departure: '2026-06-05', guest }
    const taken = await capped.call('POST', `/v1/stays/${house.body.id}`, { key: null, body })
    const path = `/v1/stays/${house.body.id}/${taken.body.id}/reschedule`
    const key = taken.body.manageToken
    const longer = { arrival: '2026-06-02', departure: '2026-09-01' }
    const refused = await capped.call('POST', path, { key, body: longer })
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited'])
    const night = { arrival: '2026-06-04', departure: '2026-06-08' }
    expect((await capped.call('POST', path, { key, body: night })).status).toBe(200)
    expect((await capped.call('POST', path, { body: longer })).status).toBe(200)
  } finally {
    await capped.close()
  }
})
