import { expect, test } from 'vitest'
import { createNetworkLimiter, createRateLimiter } from './rate-limit.ts'

const policy = { name: 'test', requests: 3, windowSeconds: 60 }

function limiterAt(milliseconds: { now: number }) {
  return createRateLimiter(policy, () => milliseconds.now)
}

test('the whole allowance can be used at once, but not more', () => {
  const limiter = limiterAt({ now: 0 })
  expect([limiter('a'), limiter('a'), limiter('a'), limiter('a')].map((v) => v.allowed)).toEqual([
    true,
    true,
    true,
    false,
  ])
})

test('the headers contain the remaining requests and when to retry', () => {
  const limiter = limiterAt({ now: 0 })
  expect(limiter('a').headers).toEqual({
    'ratelimit-policy': '"test";q=3;w=60',
    ratelimit: '"test";r=2;t=20',
  })
  limiter('a')
  limiter('a')
  expect(limiter('a').headers).toEqual({
    'ratelimit-policy': '"test";q=3;w=60',
    ratelimit: '"test";r=0;t=60',
    'retry-after': '20',
  })
})

test('one request is allowed after the time in Retry-After', () => {
  const clock = { now: 0 }
  const limiter = limiterAt(clock)
  for (let i = 0; i < 4; i += 1) limiter('a')
  clock.now = 19_999
  expect(limiter('a').allowed).toBe(false)
  clock.now = 20_000
  expect(limiter('a').allowed).toBe(true)
  expect(limiter('a').allowed).toBe(false)
})

test('the allowance never grows beyond its size', () => {
  const clock = { now: 0 }
  const limiter = limiterAt(clock)
  limiter('a')
  clock.now = 3_600_000
  expect([1, 2, 3, 4].map(() => limiter('a').allowed)).toEqual([true, true, true, false])
})

test('one client does not use up the allowance of another', () => {
  const limiter = limiterAt({ now: 0 })
  for (let i = 0; i < 4; i += 1) limiter('a')
  expect(limiter('b').allowed).toBe(true)
})

test('with more than 20000 clients, the least recently used bucket is evicted', () => {
  const limiter = limiterAt({ now: 0 })
  for (let i = 0; i < 4; i += 1) limiter('first')
  for (let i = 0; i < 19_999; i += 1) limiter(`client-${i}`)
  expect(limiter('first').allowed).toBe(false)
  for (let i = 0; i < 20_000; i += 1) limiter(`other-${i}`)
  expect(limiter('first').allowed).toBe(true)
})

test('an IPv6 client is limited by its /64, and with its neighbors by twice as much of a /56 and four times of a /48', () => {
  const clock = { now: 0 }
  const limiter = createNetworkLimiter(policy, () => clock.now)
  const passed = (networks: readonly string[]): number =>
    networks.filter((network) => limiter(network).allowed).length
  const subnets = (site: string, count: number): readonly string[] =>
    Array.from(
      { length: count },
      (_, n) => `2001:db8:1:${site}${n.toString(16).padStart(2, '0')}::/64`,
    )
  expect(passed(Array(5).fill('2001:db8:1:100::/64'))).toBe(3)
  // Of the 6 of this /56, 3 are left, though each of these has its own 3.
  expect(passed(subnets('1', 10).slice(1))).toBe(3)
  // Of the 12 of the /48, 6 are left: those of one more /56.
  expect(passed(subnets('2', 10))).toBe(6)
  expect(passed(subnets('3', 10))).toBe(0)
  expect(limiter('2001:db8:1:400::/64').headers).toMatchObject({
    'ratelimit-policy': '"test";q=12;w=60',
    'retry-after': '5',
  })
  expect(passed(['2001:db8:2:100::/64', '198.51.100.7'])).toBe(2)
  clock.now = 60_000
  expect(passed(subnets('3', 10))).toBe(6)
})

test('an IPv6 client that goes on beyond its allowance takes nothing of its neighbors', () => {
  const limiter = createNetworkLimiter(policy, () => 0)
  for (let n = 0; n < 20; n += 1) limiter('2001:db8:1:100::/64')
  const neighbors = ['2001:db8:1:101::/64', '2001:db8:1:102::/64', '2001:db8:1:103::/64']
  expect(neighbors.map((network) => limiter(network).allowed)).toEqual([true, true, true])
})

test('an IPv4 address has one allowance', () => {
  const limiter = createNetworkLimiter(policy, () => 0)
  expect([1, 2, 3, 4].map(() => limiter('198.51.100.7').allowed)).toEqual([true, true, true, false])
})
