import {
  PUBLIC_CAPS,
  type PublicCaps,
  type WindowCap,
  withoutProofFor,
} from '../identity/limits/cap-sizes.ts'
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

const WINDOW_CAP = /^([1-9]\d{0,5})\/([1-9]\d{0,5})$/
const NUMBER = /^[1-9]\d{0,5}$/

function parseWindowCap(text: string): WindowCap | undefined {
  const match = WINDOW_CAP.exec(text)
  return match ? { tenMinutes: Number(match[1]), day: Number(match[2]) } : undefined
}

/**
 * Parses `bookings=10/50,nights=62/62,dayShare=50,mails=20`: what callers without an API key may take within ten
 * minutes and a day. `dayShare` is in percent; above 100, one address may take a day again after its holds
 * expired. `mails` and `movedMails` are numbers an hour. Other caps keep their defaults; that of `withoutProof`
 * follows `bookings`. Undefined if the text is malformed.
 */
export function parsePublicCaps(text: string): PublicCaps | undefined {
  const set: Record<string, WindowCap | number> = {}
  for (const part of text.split(',')) {
    const [name = '', value = ''] = part.trim().split('=')
    const known = PUBLIC_CAPS[name as keyof PublicCaps]
    const cap = typeof known === 'number' ? parseNumber(value) : parseWindowCap(value)
    if (!Object.hasOwn(PUBLIC_CAPS, name) || cap === undefined) return undefined
    set[name] = cap
  }
  // Each name is one of the defaults, and each value has the form of its name.
  const caps = { ...PUBLIC_CAPS, ...set } as PublicCaps
  return set.withoutProof === undefined
    ? { ...caps, withoutProof: withoutProofFor(caps.bookings) }
    : caps
}

const parseNumber = (text: string): number | undefined =>
  NUMBER.test(text) ? Number(text) : undefined
