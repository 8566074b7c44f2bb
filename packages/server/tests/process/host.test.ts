import { afterEach, expect, test } from 'vitest'
import { type Cluster, startCluster } from '../support/cluster.ts'
import { USUAL_ENGINE } from '../support/stores.ts'

/** An address of this machine beside 127.0.0.1. Linux answers at all of 127.0.0.0/8. */
const OTHER_ADDRESS = '127.0.0.2'

let cluster: Cluster
afterEach(() => cluster.stop())

const start = async (env: Readonly<Record<string, string>>) => {
  cluster = await startCluster({ engine: USUAL_ENGINE, servers: 1, env })
  const { port } = new URL(cluster.url(0))
  return (address: string) =>
    fetch(`http://${address}:${port}/healthz`).then(
      ({ status }) => status,
      () => 'refused',
    )
}

test('unless told otherwise, a server listens on the loopback address alone', async () => {
  const statusAt = await start({})
  expect([await statusAt('127.0.0.1'), await statusAt(OTHER_ADDRESS)]).toEqual([200, 'refused'])
})

test('HOLDFAST_HOST lets a server listen on all addresses', async () => {
  const statusAt = await start({ HOLDFAST_HOST: '0.0.0.0' })
  expect([await statusAt('127.0.0.1'), await statusAt(OTHER_ADDRESS)]).toEqual([200, 200])
})
