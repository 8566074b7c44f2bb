import type { Claim, Operation } from '../checker/operation.ts'
import type { FaultRecord } from '../run/faults.ts'
import type { RecordedCell } from '../run/run-report.ts'
import { type Axis, axisOf } from './axis.ts'
import { claimsOf, exclusiveResourcesOf, type Names, namesOf, stepMinutesOf } from './names.ts'
import { occupanciesOf } from './occupancy.ts'

/** A bar of a row. Its ends are milliseconds from the beginning of the timeline. */
export interface Bar {
  readonly from: number
  readonly to: number
  readonly kind:
    | 'changing'
    | 'held'
    | 'confirmed'
    | 'done'
    | 'refused'
    | 'unknown'
    | FaultRecord['name']
  /** What is written into it. */
  readonly text: string
  /** What it means. */
  readonly title: string
  /** Whether the violation is about it. */
  readonly isConcerned?: true
}

/** A refusal: a point in time. */
export interface Mark {
  readonly at: number
  readonly title: string
  readonly isConcerned?: true
}

/** A row of the timeline. Bars of one of its lines do not overlap. */
export interface Row {
  readonly label: string
  readonly lines: readonly (readonly Bar[])[]
  readonly marks: readonly Mark[]
}

/** What happened to one resource of a cell, with the clients and the faults. */
export interface Timeline {
  readonly title: string
  /** Milliseconds. */
  readonly length: number
  /** Of the faults: one row for each server, and one for all. */
  readonly faults: readonly Row[]
  /** One row for each half hour of the resource. */
  readonly times: readonly Row[]
  /** One row for each client. */
  readonly clients: readonly Row[]
}

/** The timeline of the resource that the violation is about, or of the busiest one. */
export function timelineOf(
  cell: RecordedCell,
  faults: readonly FaultRecord[],
  serverCount: number,
): Timeline {
  const { operations } = cell
  const from = Math.min(...operations.map(({ invokedAt }) => invokedAt))
  const to = Math.max(...operations.map(({ invokedAt }) => invokedAt))
  const axis = axisOf(from, to, faults)
  const names = namesOf(cell, axis)
  const resource = resourceOf(cell)
  const during = faults.filter((fault) => fault.to > from && fault.from < to)
  return {
    title: `History ${cell.number}: ${names.resource(resource)}, ${names.day}`,
    length: axis.length,
    faults: faultRows(during, axis, serverCount),
    times: timeRows(cell, resource, axis, names),
    clients: clientRows(cell, axis, names),
  }
}

/** Of the providers, the one that most operations are about: those of the violation first. */
function resourceOf(cell: RecordedCell): string {
  const { operations, stuckIds = [] } = cell
  const providers = new Set(exclusiveResourcesOf(cell))
  const counts = new Map<string, number>()
  for (const operation of operations) {
    if (operation.action.kind === 'list') continue
    const weight = stuckIds.includes(operation.id) ? operations.length : 1
    for (const { resource } of claimsOf(operation)) {
      if (providers.has(resource)) counts.set(resource, (counts.get(resource) ?? 0) + weight)
    }
  }
  const [busiest] = [...counts].sort(([, a], [, b]) => b - a)
  return busiest?.[0] ?? [...providers][0] ?? ''
}

function faultRows(
  faults: readonly FaultRecord[],
  axis: Axis,
  serverCount: number,
): readonly Row[] {
  const barOf = ({ name, text, from, to }: FaultRecord): Bar => ({
    from: axis.at(from),
    to: axis.at(to),
    kind: name,
    text: name,
    title: text,
  })
  const rowOf = (label: string, own: readonly FaultRecord[]): Row => ({
    label,
    lines: linesOf(own.map(barOf)),
    marks: [],
  })
  return [
    ...Array.from({ length: serverCount }, (_, index) =>
      rowOf(
        `server ${index}`,
        faults.filter(({ server }) => server === index),
      ),
    ),
    rowOf(
      'all',
      faults.filter(({ server }) => server === undefined),
    ),
  ]
}

function timeRows(cell: RecordedCell, resource: string, axis: Axis, names: Names): readonly Row[] {
  const { operations, stuckIds = [] } = cell
  const occupancies = occupanciesOf(operations).flatMap((occupancy) =>
    occupancy.claims
      .filter((claim) => claim.resource === resource)
      .map((claim) => ({ ...occupancy, claim })),
  )
  const concerned = new Set(
    operations.filter(({ id }) => stuckIds.includes(id)).flatMap(bookingIdsOf),
  )
  const refusals = operations.flatMap((operation) =>
    operation.outcome.kind === 'taken'
      ? claimsOf(operation)
          .filter((claim) => claim.resource === resource)
          .map((claim) => ({ operation, claim }))
      : [],
  )
  const wanted = [...occupancies, ...refusals].map(({ claim }) => claim)
  const first = Math.min(...wanted.map(({ from }) => from))
  const last = Math.max(...wanted.map(({ to }) => to))
  const rows: Row[] = []
  const step = stepMinutesOf(cell)
  for (let start = first; start < last; start += step) {
    const meets = ({ claim }: { readonly claim: Claim }) =>
      claim.from < start + step && start < claim.to
    const bars = occupancies.filter(meets).map(
      ({ bookingId, state, from, to }): Bar => ({
        from: axis.at(from),
        to: axis.at(to),
        kind: state,
        text: names.booking(bookingId),
        title: `${names.booking(bookingId)} ${STATE_WORDS[state]}`,
        ...(concerned.has(bookingId) && { isConcerned: true }),
      }),
    )
    const marks = refusals
      .filter(({ claim }) => claim.from === start)
      .map(
        ({ operation }): Mark => ({
          at: axis.at(operation.returnedAt),
          title: names.sentence(operation),
          ...(stuckIds.includes(operation.id) && { isConcerned: true }),
        }),
      )
    rows.push({ label: names.label(start), lines: linesOf(bars), marks })
  }
  return rows
}

const STATE_WORDS = {
  changing: 'is being changed',
  held: 'is held',
  confirmed: 'is confirmed',
} as const

/** The bookings that an operation names or shows. */
export function bookingIdsOf({ action, outcome }: Operation): readonly string[] {
  if (action.kind === 'confirm' || action.kind === 'release') return action.ids
  if (action.kind === 'adopt') return [action.stayId, action.id]
  if (action.kind === 'move' || action.kind === 'alter' || action.kind === 'read') {
    return [action.id]
  }
  return outcome.kind === 'done' && action.kind === 'take'
    ? outcome.bookings.map(({ id }) => id)
    : []
}

function clientRows(cell: RecordedCell, axis: Axis, names: Names): readonly Row[] {
  const { operations, stuckIds = [] } = cell
  const played = operations.filter(({ client }) => client >= 0)
  const clients = [...new Set(played.map(({ client }) => client))].sort((a, b) => a - b)
  return clients.map((client) => {
    const own = played.filter((operation) => operation.client === client)
    const bars = own.map(
      (operation): Bar => ({
        from: axis.at(operation.invokedAt),
        to: axis.at(operation.returnedAt),
        kind: KIND_OF_OUTCOME[operation.outcome.kind],
        text: operation.action.kind,
        title: names.sentence(operation),
        ...(stuckIds.includes(operation.id) && { isConcerned: true }),
      }),
    )
    return { label: `client ${client + 1}`, lines: linesOf(bars), marks: [] }
  })
}

const KIND_OF_OUTCOME = {
  done: 'done',
  taken: 'refused',
  not_possible: 'refused',
  unknown: 'unknown',
} as const

/** Puts bars that overlap into lines below one another. One line at least. */
function linesOf(bars: readonly Bar[]): readonly (readonly Bar[])[] {
  const lines: Bar[][] = [[]]
  for (const bar of bars.toSorted((a, b) => a.from - b.from || a.to - b.to)) {
    const line = lines.find((each) => (each.at(-1)?.to ?? 0) <= bar.from)
    if (line) line.push(bar)
    else lines.push([bar])
  }
  return lines
}
