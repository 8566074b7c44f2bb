import { createRateLimiter, type RatePolicy, type RateVerdict } from './rate-limit.ts'

/** So many requests in so many seconds. */
export type Allowance = Pick<RatePolicy, 'requests' | 'windowSeconds'>

/** What each plan of RapidAPI allows one caller, by the plan's name; null: as much as it likes. */
export type RapidApiPlans = Readonly<Record<string, Allowance | null>> & {
  /** Also of a caller whose plan is not named or not known. */
  readonly BASIC: Allowance | null
}

/** The plans that RapidAPI knows, where the settings name no other allowance. */
export const RAPIDAPI_PLANS: RapidApiPlans = {
  BASIC: { requests: 60, windowSeconds: 60 },
  PRO: { requests: 300, windowSeconds: 60 },
  ULTRA: { requests: 1200, windowSeconds: 60 },
  MEGA: { requests: 6000, windowSeconds: 60 },
  CUSTOM: { requests: 6000, windowSeconds: 60 },
}

/** Counts a caller's requests, wherever they come from; undefined: nothing limits it. */
export interface CallerLimits {
  /** One request of a RapidAPI user under the plan that the proxy named, if it named one. */
  ofRapidApiUser(user: string, plan: string | null): RateVerdict | undefined
  /** One request with a key of an account: all keys of it count together. */
  ofAccount(accountId: string): RateVerdict | undefined
}

/**
 * Makes the limits of callers. Each has one bucket for each plan, so that a caller who takes a larger
 * plan has it at once.
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
