import { expect, test } from 'vitest'
import { clientAddress, clientNetwork, networkOf } from './client-address.ts'

const from = (remoteAddress: string) => ({ incoming: { socket: { remoteAddress } } })

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::9', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['192.0.2.7:52014', '192.0.2.7'],
  ['[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::9]', '2001:db8:1:2::/64'],
  ['::ffff:0102:0304', '1.2.3.4'],
  ['::FFFF:c000:207', '192.0.2.7'],
  ['0:0:0:0:0:ffff:c000:207', '192.0.2.7'],
  ['[::ffff:192.0.2.7]:52014', '192.0.2.7'],
  ['1:2::3:4:5:192.0.2.7', '1:2:0:3::/64'],
  ['192.0.2.7:', 'unknown'],
  ['192.0.2.7:http', 'unknown'],
  ['[192.0.2.7]:80', '192.0.2.7'],
  ['[not an address]:80', 'unknown'],
  ['not an address', 'unknown'],
  ['', 'unknown'],
])('%s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test('without a trusted proxy, X-Forwarded-For is ignored', () => {
  expect(clientNetwork(from('192.0.2.7'), '203.0.113.9', 0)).toBe('192.0.2.7')
})

test.each([
  [1, '203.0.113.9'],
  [2, '198.51.100.4'],
])(
  'behind %i trusted proxies, the client is the address that the outermost one saw',
  (proxies, network) => {
    const forwardedFor = '10.0.0.1, 198.51.100.4, 203.0.113.9'
    expect(clientNetwork(from('192.0.2.7'), forwardedFor, proxies)).toBe(network)
  },
)

test('a header with fewer entries than trusted proxies is ignored', () => {
  expect(clientNetwork(from('192.0.2.7'), '203.0.113.9', 2)).toBe('192.0.2.7')
})

test('without a socket and a header, the address is unknown', () => {
  expect(clientNetwork(undefined, null, 1)).toBe('unknown')
})

test('the address is the whole one, and only if it is one', () => {
  expect(clientAddress(from('2001:db8:1:2:3:4:5:6'), null, 0)).toBe('2001:db8:1:2:3:4:5:6')
  expect(clientAddress(from('192.0.2.7'), '10.0.0.1, 203.0.113.9 ', 1)).toBe('203.0.113.9')
  expect(clientAddress(from('192.0.2.7'), '<script>', 1)).toBe('unknown')
  expect(clientAddress(from('192.0.2.7'), '10.0.0.1, 203.0.113.9:52014', 1)).toBe('203.0.113.9')
  expect(clientAddress(from('192.0.2.7'), '[2001:db8::9]:443', 1)).toBe('2001:db8::9')
  expect(clientAddress(from('::ffff:c000:207'), null, 0)).toBe('192.0.2.7')
})
