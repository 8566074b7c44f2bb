import { once } from 'node:events'
import { expect, test } from 'vitest'
import { Api } from './api.ts'

const CALL = { method: 'POST', path: '/v1/bookings', body: {} } as const

/** Servers that get requests and answer none. */
function silentServers() {
  const sent: number[] = []
  const api = new Api({
    apiKey: 'hf_test',
    transport: {
      serverCount: 2,
      async send(server, _call, _headers, signal) {
        sent.push(server)
        await once(signal, 'abort')
        throw signal.reason
      },
      close: async () => {},
    },
  })
  return { api, sent }
}

test('a connection that breaks has carried its request to the server', async () => {
  const { api, sent } = silentServers()
  api.breakConnections({ share: 1, random: () => 0.123 })
  const patience = { totalMilliseconds: 0, attemptMilliseconds: 8_000 }
  expect(await api.ask(CALL, 'key', patience)).toBeUndefined()
  expect(sent).toEqual([0])
})

test('a request that is not answered is sent to the next server', async () => {
  const { api, sent } = silentServers()
  api.breakConnections({ share: 1, random: () => 0.123 })
  const patience = { totalMilliseconds: 0, attemptMilliseconds: 8_000, attempts: 2 }
  expect(await api.ask(CALL, 'key', patience)).toBeUndefined()
  expect(sent).toEqual([0, 1])
})
