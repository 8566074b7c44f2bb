import { type Allowance, RAPIDAPI_PLANS, type RapidApiPlans } from '../kernel/http/caller-limits.ts'

const ALLOWANCE = /^([1-9]\d{0,8})\/([1-9]\d{0,5})$/

/** Reads `60/60`: so many requests in so many seconds. Undefined: it is none. */
export function parseAllowance(text: string): Allowance | undefined {
  const match = ALLOWANCE.exec(text)
  return match ? { requests: Number(match[1]), windowSeconds: Number(match[2]) } : undefined
}

const PLAN = /^([A-Za-z][A-Za-z0-9_-]{0,39})=(.+)$/

/**
 * Reads `BASIC=60/60,PRO=600/60,CUSTOM=unlimited`: what each plan of RapidAPI allows one caller.
 * What is not named stays as it is by default. Undefined: the text is none.
 */
export function parseRapidApiPlans(text: string): RapidApiPlans | undefined {
  const plans: Record<string, Allowance | null> & RapidApiPlans = { ...RAPIDAPI_PLANS }
  for (const part of text.split(',')) {
    const [, name, value] = PLAN.exec(part.trim()) ?? []
    if (name === undefined || value === undefined) return undefined
    const allowance = value === 'unlimited' ? null : parseAllowance(value)
    if (allowance === undefined) return undefined
    ;(plans as Record<string, Allowance | null>)[name.toUpperCase()] = allowance
  }
  return plans
}
