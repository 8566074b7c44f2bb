import type { Booking } from '@holdfast/contracts'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createOutboundHttp } from '../../src/adapters/outbound/outbound-http.ts'
import { setClock } from '../events/support/crash-run.ts'
import { createHome } from '../events/support/mortal-server.ts'
import { booker, expectStatus, makeEventType, makeProvider } from '../support/fixtures.ts'
import { comeBackAndConfirm } from '../support/oauth-server.ts'
import { SOME_ENGINES } from '../support/stores.ts'
import { until } from '../support/until.ts'
import { startVendor, type Vendor } from './calendar-sync-support.ts'

const MONDAY = Date.parse('2035-04-23T08:00:00Z')
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const text = (epochMilliseconds: number) =>
  new Date(epochMilliseconds).toISOString().replace('.000', '')

/**
 * A booking is written to two calendars. Each time the server takes the synced event, calls the vendor and
 * records the result. It is killed between one of the two calls and its record.
 */
const POINTS = ['mirrors.write.before:2', 'mirrors.write.before:4'] as const

const settingsOf = (name: string, { server }: Vendor) => ({
  [`HOLDFAST_${name}_CLIENT_ID`]: server.clientId,
  [`HOLDFAST_${name}_CLIENT_SECRET`]: server.clientSecret,
  [`HOLDFAST_${name}_ENDPOINT`]: server.origin,
})

describe.each(SOME_ENGINES)('on %s', (engine) => {
  test('a server that is killed during calendar sync writes each booking once', async () => {
    const stack = new AsyncDisposableStack()
    onTestFinished(() => stack.disposeAsync())
    const outbound = stack.adopt(createOutboundHttp({ allowPrivateNetwork: true }), (it) =>
      it.close(),
    )
    const google = stack.adopt(await startVendor('google', outbound), (it) => it.server.close())
    const outlook = stack.adopt(await startVendor('outlook', outbound), (it) => it.server.close())
    const vendors = [google, outlook]
    const home = stack.adopt(
      await createHome(engine, {
        HOLDFAST_LEASE_MILLISECONDS: '100',
        ...settingsOf('GOOGLE', google),
        ...settingsOf('OUTLOOK', outlook),
      }),
      (it) => it.close(),
    )

    const first = home.start()
    await first.ready
    await setClock(first.api, MONDAY)
    const provider = await makeProvider(first.api)
    const eventType = await makeEventType(first.api, provider.id, { confirmation: 'instant' })
    for (const { kind, server } of vendors) {
      const path = `/v1/providers/${provider.id}/calendar-connections/${kind}/authorize`
      const begun = await first.api.post<{ readonly authorizationUrl: string }>(path, {
        writesBack: true,
      })
      const callback = await server.visit(expectStatus(begun, 200).authorizationUrl)
      await comeBackAndConfirm((to, init) => fetch(`${first.url()}${to}`, init), callback)
    }
    await first.stop()

    const expected: string[] = []
    let now = MONDAY
    for (const [index, point] of POINTS.entries()) {
      const start = MONDAY + 24 * HOUR + index * 2 * HOUR
      const dying = home.start(point)
      await dying.ready
      await setClock(dying.api, now)
      expectStatus(
        await dying.api.post<Booking>('/v1/bookings', {
          eventTypeId: eventType.id,
          start: text(start),
          booker: booker('ada'),
        }),
        201,
      )
      expect(await dying.death).toBe('SIGKILL')
      expected.push(text(start).replace(':00Z', 'Z'))
      // The exclusive right of the killed server ends after a minute.
      now += 2 * MINUTE
      const next = home.start()
      await next.ready
      await setClock(next.api, now)
      const starts = () => vendors.map(({ shown }) => shown().map((line) => line.split(' ')[0]))
      await until('every vendor shows all bookings', () =>
        starts().every((all) => all.length >= expected.length),
      )
      expect(starts()).toEqual([expected, expected])
      await next.stop()
    }
  })
})
