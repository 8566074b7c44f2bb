import { type Allowance, RAPIDAPI_PLANS, type RapidApiPlans } from '../kernel/http/caller-limits.ts'

const ALLOWANCE = /^([1-9]\d{0,8})\/([1-9]\d{0,5})$/

/** Parses `60/60`: requests per number of seconds. Undefined if the text is malformed. */
export function parseAllowance(text: string): Allowance | undefined {
  const match = ALLOWANCE.exec(text)
  return match ? { requests: Number(match[1]), windowSeconds: Number(match[2]) } : undefined
}

const PLAN = /^([A-Za-z][A-Za-z0-9_-]{0,39})=(.+)$/

/**
 * Parses `BASIC=60/60,PRO=600/60,CUSTOM=unlimited`: the limit per caller of each RapidAPI plan. Other
 * plans keep their defaults. Undefined if the text is malformed.
 */
export function parseRapidApiPlans(text: string): RapidApiPlans | undefined {
  const plans: Record<string, Allowance | null> = {}
  for (const part of text.split(',')) {
    const [, name, value] = PLAN.exec(part.trim()) ?? []
    if (name === undefined || value === undefined) return undefined
    const allowance = value === 'unlimited' ? null : parseAllowance(value)
    if (allowance === undefined) return undefined
    plans[name.toUpperCase()] = allowance
  }
  return { ...RAPIDAPI_PLANS, ...plans }
}
