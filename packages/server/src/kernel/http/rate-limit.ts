import type { ProblemDetails } from './problem.ts'

/** So many requests in so many seconds, for each client; all of them at once if need be. */
export interface RatePolicy {
  readonly name: string
  readonly requests: number
  readonly windowSeconds: number
}

/** What a limiter says to one request. */
export interface RateVerdict {
  readonly allowed: boolean
  /** `RateLimit-Policy`, `RateLimit` and, when refused, `Retry-After`. */
  readonly headers: Readonly<Record<string, string>>
}

/** Answers for one request of a client; each call counts. */
export type RateLimiter = (client: string) => RateVerdict

interface Bucket {
  tokens: number
  atMilliseconds: number
}

/** The most clients that are remembered; the one that was silent longest is forgotten first. */
const CLIENTS = 20_000

/**
 * A token bucket for each client: full at first, refilled evenly, so that a burst of the whole
 * allowance is possible once in a window. Time is that of the machine, since what is limited is real
 * load; it does not follow the test clock.
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
    // Deleted and set again, so that the map's order is the order of last use.
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

/** The problem of a refused request; `whose` says whose requests were counted. */
export const rateProblem = (verdict: RateVerdict, whose = 'from this address'): ProblemDetails => ({
  code: 'rate_limited',
  detail: `Too many requests ${whose}; try again in ${verdict.headers['retry-after']} s.`,
  headers: verdict.headers,
})
