import { isDate } from '../shared/input-formats.ts'

/** What the link of a booking page already answers. All of it is a suggestion, which the booker can change. */
export interface Prefill {
  readonly name: string
  readonly email: string
  readonly phone: string
  /** The date to show first, `YYYY-MM-DD`. */
  readonly date: string | undefined
  readonly durationMinutes: number | undefined
  /** Email addresses. */
  readonly guests: readonly string[]
  /** Answers by the ids of their questions; a question of several choices has several. */
  readonly answers: ReadonlyMap<string, readonly string[]>
}

const MAX_TEXT = 2000
const MAX_GUESTS = 20
const MAX_MINUTES = 20_160
const ANSWER = /^answers\[([a-z0-9_-]{1,40})\]$/

/**
 * Reads `name`, `email`, `phone`, `date`, `duration`, `guests` (separated by commas) and `answers[id]` from the
 * query of a page, and from its fragment, which browsers send to no server. Invalid values are ignored.
 */
export function readPrefill({ search, hash }: Pick<Location, 'search' | 'hash'>): Prefill {
  const given = [...new URLSearchParams(search), ...new URLSearchParams(hash.slice(1))]
  const all = (wanted: string) =>
    given.flatMap(([name, value]) => (name === wanted ? [value.trim()] : []))
  const text = (name: string, maxLength: number): string => {
    const value = all(name)[0] ?? ''
    return value.length > maxLength ? '' : value
  }
  const answers = new Map<string, readonly string[]>()
  for (const [name, value] of given) {
    const id = ANSWER.exec(name)?.[1]
    const answer = value.trim()
    if (id === undefined || answer === '' || answer.length > MAX_TEXT) continue
    answers.set(id, [...(answers.get(id) ?? []), answer])
  }
  const date = text('date', 10)
  const duration = text('duration', 5)
  const minutes = /^\d+$/.test(duration) ? Number(duration) : 0
  const guests = all('guests').flatMap((list) => list.split(',').map((email) => email.trim()))
  return {
    name: text('name', 200),
    email: text('email', 254),
    phone: text('phone', 40),
    date: isDate(date) ? date : undefined,
    durationMinutes: minutes > 0 && minutes <= MAX_MINUTES ? minutes : undefined,
    guests: guests.filter((email) => email.includes('@')).slice(0, MAX_GUESTS),
    answers,
  }
}
