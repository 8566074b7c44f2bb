import { createRateLimiter, type RatePolicy, type RateVerdict } from './rate-limit.ts'

/** A number of requests per time window. */
export type Allowance = Pick<RatePolicy, 'requests' | 'windowSeconds'>

/** The allowance of one caller per RapidAPI plan. Null means unlimited. */
export type RapidApiPlans = Readonly<Record<string, Allowance | null>> & {
  /** Also applies to callers without a plan or with an unknown plan. */
  readonly BASIC: Allowance | null
}

/** The default allowances of RapidAPI's plans. */
export const RAPIDAPI_PLANS: RapidApiPlans = {
  BASIC: { requests: 60, windowSeconds: 60 },
  PRO: { requests: 300, windowSeconds: 60 },
  ULTRA: { requests: 1200, windowSeconds: 60 },
  MEGA: { requests: 6000, windowSeconds: 60 },
  CUSTOM: { requests: 6000, windowSeconds: 60 },
}

/** Counts the requests of callers from any address. Undefined means unlimited. */
export interface CallerLimits {
  /** Counts one request of a RapidAPI user. The proxy may name the plan. */
  ofRapidApiUser(user: string, plan: string | null): RateVerdict | undefined
  /** Counts one request of an account. All keys of an account share the limit. */
  ofAccount(accountId: string): RateVerdict | undefined
}

/**
 * Creates the limits of callers. Each caller has one bucket per plan, so that a larger plan takes effect
 * immediately.
 */
export function createCallerLimits(
  plans: RapidApiPlans,
  account: Allowance | undefined,
  nowMilliseconds?: () => number,
): CallerLimits {
  const limiterOf = (name: string, allowance: Allowance) =>
    createRateLimiter({ name, ...allowance }, nowMilliseconds)
  const ofPlans = new Map(
    Object.entries(plans).map(([plan, allowance]) => [
      plan,
      allowance && limiterOf(`rapidapi-${plan.toLowerCase()}`, allowance),
    ]),
  )
  const ofAccounts = account && limiterOf('account', account)
  return {
    ofRapidApiUser(user, plan) {
      const known = ofPlans.get(plan?.toUpperCase() ?? 'BASIC')
      const limiter = known === undefined ? ofPlans.get('BASIC') : known
      return limiter?.(user)
    },
    ofAccount: (accountId) => ofAccounts?.(accountId),
  }
}
