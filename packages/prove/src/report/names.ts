import type { Action, Claim, Operation, ShownBooking, StayChange } from '../checker/operation.ts'
import type { RecordedCell } from '../run/run-report.ts'
import type { Axis } from './axis.ts'

/** Short names and sentences for what a cell contains. */
export interface Names {
  /** The day of the cell, YYYY-MM-DD. */
  readonly day: string
  readonly resource: (id: string) => string
  /** Numbered in the order in which they were made. */
  readonly booking: (id: string) => string
  /** The time of day of an epoch minute; of nights, the date. */
  readonly label: (epochMinutes: number) => string
  /** When something ends, from the beginning of the cell: `1.25 s`, or `the end` if that is later than the cell. */
  readonly until: (runMilliseconds: number) => string
  /** An operation and its outcome. */
  readonly sentence: (operation: Operation) => string
}

const DAY_MINUTES = 24 * 60
const HALF_HOUR_MINUTES = 30

/** All claims that a cell's operations name. */
export const claimsOf = ({ action, outcome }: Operation): readonly Claim[] => {
  const shown = outcome.kind === 'done' ? outcome.bookings.flatMap(({ claims }) => claims) : []
  if (shown.length > 0) return shown
  if (action.kind === 'take') return action.wanted.flatMap(([first = []]) => first)
  if (action.kind === 'alter') return nightsWanted(action)
  return action.kind === 'move' ? (action.wanted[0] ?? []) : []
}

/** The new nights of a stay, in the first unit that it may be in. Without new nights, only its own answer says which they are. */
const nightsWanted = ({ change }: Action & { readonly kind: 'alter' }): readonly Claim[] =>
  change.units
    .slice(0, 1)
    .flatMap((resource) => (change.nights ? [{ resource, ...change.nights, amount: 1 }] : []))

/** The resources that exist once, providers for instance, in the order in which they were asked for. */
export function exclusiveResourcesOf({ operations, capacities }: RecordedCell): readonly string[] {
  const counted = new Set(capacities.map(([resource]) => resource))
  const wanted = operations.flatMap(({ action }) => {
    if (action.kind === 'take') return action.wanted.flat(2)
    if (action.kind === 'alter') return action.change.units.map((resource) => ({ resource }))
    return action.kind === 'move' ? action.wanted.flat() : []
  })
  return [...new Set(wanted.map(({ resource }) => resource))].filter((id) => !counted.has(id))
}

/** The length of the rows in which the time of a resource is shown: half an hour, or a night. */
export function stepMinutesOf(cell: RecordedCell): number {
  const exclusive = new Set(exclusiveResourcesOf(cell))
  const claims = cell.operations.flatMap(claimsOf).filter(({ resource }) => exclusive.has(resource))
  const areNights = claims.every(({ from, to }) => (to - from) % DAY_MINUTES === 0)
  return areNights ? DAY_MINUTES : HALF_HOUR_MINUTES
}

/** The names of a cell. */
export function namesOf(cell: RecordedCell, axis: Axis): Names {
  const { dayEpochMinutes, operations } = cell
  const providers = exclusiveResourcesOf(cell)
  const made = operations
    .filter(({ action }) => action.kind === 'take')
    .sort((a, b) => a.returnedAt - b.returnedAt)
    .flatMap(({ outcome }) => (outcome.kind === 'done' ? outcome.bookings : []))
  const numbers = new Map(made.map(({ id }, index) => [id, index + 1]))

  const booking = (id: string) => `#${numbers.get(id) ?? id}`
  const bookings = (ids: readonly string[]) => ids.map(booking).join(' and ')
  const resource = (id: string) => {
    const index = providers.indexOf(id)
    if (index < 0) return id.split(' ')[0] ?? id
    return `${id.startsWith('cal_') ? 'calendar' : 'provider'} ${index + 1}`
  }
  const step = stepMinutesOf(cell)
  const label = (epochMinutes: number) => {
    const text = new Date(epochMinutes * 60_000).toISOString()
    return step === DAY_MINUTES ? text.slice(5, 10) : text.slice(11, 16)
  }
  const moment = (time: number) => `${(axis.at(time) / 1000).toFixed(2)} s`
  const until = (time: number) => (axis.at(time) < axis.length ? moment(time) : 'the end')

  const place = (claims: readonly Claim[]) => {
    const times = claims.filter((claim) => providers.includes(claim.resource))
    const [first] = times
    if (first === undefined) return 'nothing'
    const who = times.map((claim) => resource(claim.resource)).join(' and ')
    const seats = claims.find((claim) => claim.resource.startsWith('session '))
    const span = `${label(first.from)} to ${label(first.to)} with ${who}`
    return seats ? `${seats.amount} of the seats from ${span}` : span
  }
  const choice = ([first = [], ...others]: readonly (readonly Claim[])[]) =>
    others.length === 0 ? place(first) : `${place(first)}, or another provider`
  const altered = ({ nights, units: [first = '', ...others] }: StayChange) => {
    const who = others.length === 0 ? resource(first) : 'any unit'
    return nights === undefined
      ? `gave ${who} to`
      : `gave ${label(nights.from)} to ${label(nights.to)} with ${who} to`
  }
  const given = (shown: readonly ShownBooking[]) => {
    const [first] = shown
    const held =
      first?.lapsesAt === undefined || first.state !== 'held'
        ? ''
        : `, held until ${until(first.lapsesAt)}`
    return `${bookings(shown.map(({ id }) => id))}${held}`
  }

  const asked = ({ action }: Operation): string => {
    switch (action.kind) {
      case 'take':
        return `asked for ${action.wanted.map(choice).join(' and ')}`
      case 'move':
        return `moved ${booking(action.id)} to ${choice(action.wanted)}`
      case 'alter':
        return `${altered(action.change)} ${booking(action.id)}`
      case 'adopt':
        return `made ${booking(action.id)} of ${booking(action.stayId)}`
      case 'confirm':
        return `confirmed ${bookings(action.ids)}`
      case 'release':
        return `cancelled ${bookings(action.ids)}`
      case 'read':
        return `read ${booking(action.id)}`
      case 'list':
        return 'listed all bookings'
    }
  }
  const answered = ({ action, outcome }: Operation): string => {
    if (outcome.kind === 'taken') return 'refused because the time is taken'
    if (outcome.kind === 'not_possible') return 'refused because of the state of the booking'
    if (outcome.kind === 'unknown') return 'no answer'
    if (action.kind === 'take') return `got ${given(outcome.bookings)}`
    if (action.kind === 'read') return `it was ${outcome.bookings[0]?.state ?? 'unknown'}`
    return action.kind === 'list' ? `${outcome.bookings.length} bookings` : 'done'
  }
  const who = ({ client }: Operation) => (client < 0 ? 'the run' : `client ${client + 1}`)
  const when = ({ invokedAt, returnedAt }: Operation) =>
    Number.isFinite(returnedAt)
      ? `${moment(invokedAt)} to ${moment(returnedAt)}`
      : `from ${moment(invokedAt)}`
  return {
    day: new Date(dayEpochMinutes * 60_000).toISOString().slice(0, 10),
    resource,
    booking,
    label,
    until,
    sentence: (operation) =>
      `${who(operation)} ${asked(operation)}: ${answered(operation)} (${when(operation)})`,
  }
}
