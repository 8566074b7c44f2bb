import { expect, test } from 'vitest'
import { countedNetworks } from './client-network.ts'

test.each([
  ['192.0.2.7', [{ network: '192.0.2.7', factor: 1 }]],
  ['unknown', [{ network: 'unknown', factor: 1 }]],
  [
    '2001:db8:1:2::/64',
    [
      { network: '2001:db8:1:2::/64', factor: 1 },
      { network: '2001:db8:1:0::/56', factor: 2 },
      { network: '2001:db8:1::/48', factor: 4 },
    ],
  ],
  [
    '2001:db8:0:abcd::/64',
    [
      { network: '2001:db8:0:abcd::/64', factor: 1 },
      { network: '2001:db8:0:ab00::/56', factor: 2 },
      { network: '2001:db8:0::/48', factor: 4 },
    ],
  ],
])('a client in %s is counted by its network and the networks around it', (network, counted) => {
  expect(countedNetworks(network)).toEqual(counted)
})
