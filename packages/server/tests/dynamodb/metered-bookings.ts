import { everyDay } from '../support/fixtures.ts'
import type { MeteredApp } from './metered-app.ts'

/** The booker of a name. */
export const booker = (name: string) => ({ name, email: `${name.toLowerCase()}@example.com` })

/** Books half hours at a metered app, which is open once the tests begin. Each answer has its cost. */
export function meteredBookings(app: () => MeteredApp) {
  let made = 0
  async function makeEventType(options: object): Promise<string> {
    made += 1
    const { call } = app()
    const provider = { name: 'Dr. Grace Hopper', timeZone: 'Europe/Berlin' }
    const { id: providerId } = (await call('POST', '/v1/providers', { body: provider })).body
    const body = {
      providerId,
      slug: `visit-${made}`,
      title: 'First visit',
      durationMinutes: 30,
      availabilityRules: everyDay({ start: '09:00', end: '17:00' }),
      ...options,
    }
    return (await call('POST', '/v1/event-types', { body })).body.id
  }
  const hold = (eventTypeId: string, start: string, name = 'Ada', more: object = {}) =>
    app().cost(202, 'POST', '/v1/bookings', {
      body: { eventTypeId, start, booker: booker(name), ...more },
    })
  return {
    hold,
    confirm: (id: string) => app().cost(200, 'POST', `/v1/bookings/${id}/confirm`),
    cancel: (id: string) => app().cost(200, 'POST', `/v1/bookings/${id}/cancel`, { body: {} }),
    /** Makes an event type. Its first booking creates its ledger day and makes the server know it. */
    async makeKnown(options: object): Promise<string> {
      const id = await makeEventType(options)
      await hold(id, '2026-05-04T07:00:00Z')
      return id
    },
  }
}
