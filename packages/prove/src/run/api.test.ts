import { once } from 'node:events'
import { expect, test } from 'vitest'
import { Api } from './api.ts'

const CALL = { method: 'POST', path: '/v1/bookings', body: {} } as const

/** Servers that get requests and answer none. */
function silentServers() {
  const sent: number[] = []
  const addresses: (string | undefined)[] = []
  const api = new Api({
    apiKey: 'hf_test',
    transport: {
      serverCount: 2,
      async send(server, _call, headers, signal) {
        sent.push(server)
        addresses.push(headers['x-forwarded-for'])
        await once(signal, 'abort')
        throw signal.reason
      },
      close: async () => {},
    },
  })
  return { api, sent, addresses }
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

test('all copies of a request come from one address, and other requests from others', async () => {
  const { api, addresses } = silentServers()
  api.breakConnections({ share: 1, random: () => 0.123 })
  const patience = { totalMilliseconds: 0, attemptMilliseconds: 8_000, attempts: 2 }
  await api.ask(CALL, 'op-1', patience)
  await api.ask(CALL, 'op-2', patience)
  expect(addresses).toEqual(['10.53.170.79', '10.53.170.79', '10.160.177.233', '10.160.177.233'])
})
