import { countedNetworks } from '../client-network.ts'
import type { ProblemDetails } from './problem.ts'

/** A number of requests per time window and client. Bursts of the whole number are allowed. */
export interface RatePolicy {
  readonly name: string
  readonly requests: number
  readonly windowSeconds: number
}

/** The decision about one request. */
export interface RateVerdict {
  readonly allowed: boolean
  /** `RateLimit-Policy`, `RateLimit` and, if rejected, `Retry-After`. */
  readonly headers: Readonly<Record<string, string>>
}

/** Decides about one request of a client and counts it. */
export type RateLimiter = (client: string) => RateVerdict

interface Bucket {
  tokens: number
  atMilliseconds: number
}

/** Maximum number of buckets. The least recently used one is evicted first. */
const CLIENTS = 20_000

/**
 * Creates a rate limiter with one token bucket per client. A bucket starts full and refills at a constant
 * rate. It uses the machine's clock and not the test clock, because it limits real load.
 */
export function createRateLimiter(
  policy: RatePolicy,
  nowMilliseconds: () => number = () => performance.now(),
): RateLimiter {
  const buckets = new Map<string, Bucket>()
  const tokensPerMillisecond = policy.requests / (policy.windowSeconds * 1000)
  const declared = `"${policy.name}";q=${policy.requests};w=${policy.windowSeconds}`
  const secondsUntil = (tokens: number): number => Math.ceil(tokens / tokensPerMillisecond / 1000)

  return (client) => {
    const now = nowMilliseconds()
    const bucket = buckets.get(client) ?? { tokens: policy.requests, atMilliseconds: now }
    const refilled = bucket.tokens + (now - bucket.atMilliseconds) * tokensPerMillisecond
    const available = Math.min(policy.requests, refilled)
    const allowed = available >= 1
    const left = allowed ? available - 1 : available
    // Delete and set again, so that the map is ordered by last use.
    buckets.delete(client)
    buckets.set(client, { tokens: left, atMilliseconds: now })
    if (buckets.size > CLIENTS) buckets.delete(buckets.keys().next().value as string)
    const remaining = `"${policy.name}";r=${Math.floor(left)};t=${secondsUntil(policy.requests - left)}`
    return {
      allowed,
      headers: {
        'ratelimit-policy': declared,
        ratelimit: remaining,
        ...(allowed ? {} : { 'retry-after': String(secondsUntil(1 - left)) }),
      },
    }
  }
}

/**
 * Creates a rate limiter of client networks, as `clientNetwork` says them. Of IPv6, the /56 and /48 networks around one
 * are limited as well, as the stored limits are. The narrowest comes first, so that a client whose allowance is used up
 * cannot use up that of its neighbors. The headers tell about the client's own network, or the one
 * that has nothing left.
 */
export function createNetworkLimiter(
  policy: RatePolicy,
  nowMilliseconds?: () => number,
): RateLimiter {
  const byFactor = new Map<number, RateLimiter>()
  const limiterOf = (factor: number): RateLimiter => {
    const known = byFactor.get(factor)
    if (known !== undefined) return known
    const wider = { ...policy, requests: policy.requests * factor }
    const limiter = createRateLimiter(wider, nowMilliseconds)
    byFactor.set(factor, limiter)
    return limiter
  }
  return (client) => {
    const [own, ...around] = countedNetworks(client)
    const verdict = limiterOf(own.factor)(own.network)
    if (!verdict.allowed) return verdict
    for (const { network, factor } of around) {
      const wider = limiterOf(factor)(network)
      if (!wider.allowed) return wider
    }
    return verdict
  }
}

/** The problem of a rejected request. `whose` says which requests were counted. */
export const rateProblem = (verdict: RateVerdict, whose = 'from this address'): ProblemDetails => ({
  code: 'rate_limited',
  detail: `Too many requests ${whose}. Retry in ${verdict.headers['retry-after']} s.`,
  headers: verdict.headers,
})
