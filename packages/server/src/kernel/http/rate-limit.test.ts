import { expect, test } from 'vitest'
import { createRateLimiter } from './rate-limit.ts'

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
