import {
  formatDate,
  formatWindowTime,
  freedBy,
  type HoldMark,
  QUANTA_PER_DAY,
  QUANTUM_MINUTES,
  type QuantumRange,
  sessionOfOwner,
} from '@holdfast/engine'
import { blockKey } from '../../booking/keys.ts'
import type { Finding } from '../../kernel/doctor/finding.ts'
import type { ItemKey, LedgerState } from '../../kernel/ports/store.ts'
import { ledgerKey } from '../../ledger/keys.ts'
import { type Mark, marksOf, quantaOf } from '../../ledger/read-day.ts'
import { finding, type OpsFindingCode } from './finding.ts'
import type { Owner } from './ledger-owners.ts'
import { keyOfMarkOwner } from './session-item.ts'

/** A ledger day, and the bookings, sessions and blocks that claim parts of it. */
export interface DayFacts {
  readonly providerId: string
  readonly dayNumber: number
  readonly state: LedgerState
  /** All bookings, sessions and blocks that claim a part of the day, each once. */
  readonly owners: readonly Owner[]
}

/** The mark of an owner on the day, right or wrong. Firm owners have none. */
export function markOf(state: LedgerState, owner: Owner): Mark | undefined {
  switch (owner.claim) {
    case 'firm':
      return undefined
    case 'held':
      return state.holds.find((mark) => mark.bookingId === owner.id)
    case 'shared':
      return state.bookings?.find((mark) => mark.bookingId === owner.id)
    case 'block':
      return state.blocks.find((mark) => mark.blockId === owner.id)
  }
}

/** Whether a mark matches its owner. */
export const isRightMark = (mark: Mark, owner: Owner): boolean =>
  mark.firstQuantum === owner.firstQuantum &&
  mark.quantumCount === owner.quantumCount &&
  (!('expiresAtEpochSeconds' in mark) || mark.expiresAtEpochSeconds === owner.expiresAtEpochSeconds)

/**
 * Whether a mark and its owner, a session, have both lapsed. Then their expiries may differ: nobody changes the mark
 * when one of several lapsed seats leaves.
 */
const isLapsedMark = (mark: Mark, owner: Owner, nowEpochSeconds: number): boolean =>
  owner.session !== undefined &&
  isLapsed(owner, nowEpochSeconds) &&
  isExpired(mark, nowEpochSeconds) &&
  mark.firstQuantum === owner.firstQuantum &&
  mark.quantumCount === owner.quantumCount

const isExpired = (mark: Mark, nowEpochSeconds: number): boolean =>
  'expiresAtEpochSeconds' in mark && mark.expiresAtEpochSeconds <= nowEpochSeconds

/** Whether the hold of a pending booking has lapsed. It lapses at the second of its expiry. */
export const isLapsed = (owner: Owner, nowEpochSeconds: number): boolean =>
  owner.expiresAtEpochSeconds !== undefined && owner.expiresAtEpochSeconds <= nowEpochSeconds

/** The owners that occupy each quantum. A pending booking without its mark occupies none. */
export class Occupancy {
  readonly #owners = new Map<number, Owner[]>()

  constructor({ state, owners }: DayFacts) {
    for (const owner of owners) {
      const mark = markOf(state, owner)
      if (mark || owner.claim !== 'held') this.add(owner, mark ?? owner)
    }
  }

  add(owner: Owner, range: QuantumRange): void {
    for (const quantum of quantaOf(range)) {
      const owners = this.#owners.get(quantum)
      if (owners) owners.push(owner)
      else this.#owners.set(quantum, [owner])
    }
  }

  /** Whether no other owner occupies the quantum. */
  isFreeFor(owner: Owner, quantum: number): boolean {
    return (this.#owners.get(quantum) ?? []).every((other) => other.id === owner.id)
  }

  /** The quanta with more than one owner. */
  *shared(): Iterable<readonly [quantum: number, owners: readonly Owner[]]> {
    for (const [quantum, owners] of this.#owners) {
      if (owners.length > 1) yield [quantum, owners]
    }
  }
}

/**
 * The findings about a day: `taken` must be the union of the marks and the claims of firm owners, each
 * mark must match its owner, and no quantum may have two owners.
 */
export function compareDay(day: DayFacts, nowEpochSeconds: number): readonly Finding[] {
  const occupancy = new Occupancy(day)
  return [
    ...doubleClaims(day, occupancy),
    ...day.owners.flatMap((owner) => ownerFinding(day, owner, occupancy, nowEpochSeconds) ?? []),
    ...marksWithoutOwner(day, nowEpochSeconds),
    ...orphans(day, nowEpochSeconds),
  ]
}

/** The key of the ledger item of a day. */
export const keyOfDay = ({ providerId, dayNumber }: Omit<DayFacts, 'state' | 'owners'>): ItemKey =>
  ledgerKey(providerId, formatDate(dayNumber))

/** The key of an owner's booking, session or block. */
export const keyOfOwner = ({ providerId }: Pick<DayFacts, 'providerId'>, owner: Owner): ItemKey =>
  owner.claim === 'block' ? blockKey(providerId, owner.id) : keyOfMarkOwner(owner.id)

function doubleClaims(day: DayFacts, occupancy: Occupancy): readonly Finding[] {
  const pairs = new Map<string, { readonly keys: readonly ItemKey[]; readonly quanta: number[] }>()
  for (const [quantum, owners] of occupancy.shared()) {
    const sorted = owners.toSorted((a, b) => (a.id < b.id ? -1 : 1))
    sorted.forEach((one, index) => {
      for (const other of sorted.slice(index + 1)) {
        const name = `${one.id} ${other.id}`
        const keys = [keyOfDay(day), keyOfOwner(day, one), keyOfOwner(day, other)]
        const pair = pairs.get(name) ?? { keys, quanta: [] }
        pairs.set(name, pair)
        pair.quanta.push(quantum)
      }
    })
  }
  return [...pairs.values()].map(({ keys, quanta }) => {
    quanta.sort((a, b) => a - b)
    return finding('double_claim', keys, `Two owners claim ${timesText(quanta)}.`, { quanta })
  })
}

function ownerFinding(
  day: DayFacts,
  owner: Owner,
  occupancy: Occupancy,
  nowEpochSeconds: number,
): Finding | undefined {
  const { state } = day
  const own = quantaOf(owner)
  const free = own.filter((quantum) => occupancy.isFreeFor(owner, quantum))
  const report = (
    code: OpsFindingCode,
    quanta: readonly number[],
    sentence: string,
    safe: boolean,
  ) =>
    finding(code, [keyOfDay(day), keyOfOwner(day, owner)], sentence, {
      quanta,
      ...(safe ? {} : { repairable: false }),
    })
  const mark = markOf(state, owner)
  const isFree = free.length === own.length
  if (mark === undefined && owner.claim === 'held') {
    // A lapsed hold may have been taken over, which removes its mark.
    if (isLapsed(owner, nowEpochSeconds)) return undefined
    const reason = isFree
      ? 'It cannot be confirmed.'
      : 'Others occupy its time: it was taken over before its expiry, or by a clock that was ahead.'
    const sentence = `A live hold on ${timesText(own)} has no mark. ${reason}`
    return report('hold_missing', own, sentence, isFree)
  }
  if (mark === undefined && owner.claim === 'block') {
    return report('block_mark_missing', own, `A block on ${timesText(own)} has no mark.`, isFree)
  }
  if (mark === undefined && owner.claim === 'shared') {
    const sentence = `A booking of several providers on ${timesText(own)} has no mark.`
    return report('booking_mark_missing', own, sentence, isFree)
  }
  if (mark && !isRightMark(mark, owner) && !isLapsedMark(mark, owner, nowEpochSeconds)) {
    const sentence = `The mark is for ${timesText(quantaOf(mark))}, but its owner for ${timesText(own)}, or its expiry differs.`
    return report('mark_wrong', own, sentence, isFree)
  }
  const missing = own.filter((quantum) => !state.taken.has(quantum))
  if (missing.length === 0) return undefined
  const sentence = `${timesText(missing)} is claimed but not taken.`
  const isRepairable = missing.some((quantum) => free.includes(quantum))
  return report('claim_missing', missing, sentence, isRepairable)
}

/** The marks of the day that belong to none of its owners, and that do not keep time which was freed. */
export function strayMarks(day: DayFacts): ReadonlySet<Mark> {
  const { state, owners } = day
  const owned = new Set<Mark | undefined>(owners.map((owner) => markOf(state, owner)))
  for (const mark of keptMarks(day)) owned.add(mark)
  return new Set(marksOf(state).filter((mark) => !owned.has(mark)))
}

/**
 * The marks that keep freed time: the booking that left them needs none of it any more. Lapsed ones stay until somebody takes
 * their time. One that lies over the time of an owner is none: whoever took that time should have removed it.
 */
export function keptMarks({ state, owners }: DayFacts): readonly HoldMark[] {
  const marks = state.holds.filter(({ bookingId }) => freedBy(bookingId) !== undefined)
  if (marks.length === 0) return marks
  // A hold whose mark is gone occupies nothing.
  const occupying = owners.filter((owner) => owner.claim !== 'held' || markOf(state, owner))
  const claimed = new Set(occupying.flatMap(quantaOf))
  return marks.filter((mark) =>
    quantaOf(mark).every((quantum) => state.taken.has(quantum) && !claimed.has(quantum)),
  )
}

const marksWithoutOwner = (day: DayFacts, nowEpochSeconds: number): readonly Finding[] =>
  [...strayMarks(day)].flatMap((mark) => {
    const quanta = quantaOf(mark)
    const session = 'bookingId' in mark ? sessionOfOwner(mark.bookingId) : undefined
    // A session that lapsed and began again elsewhere leaves such marks behind. They block nobody.
    if (session && isExpired(mark, nowEpochSeconds)) return []
    const key =
      'bookingId' in mark ? keyOfMarkOwner(mark.bookingId) : blockKey(day.providerId, mark.blockId)
    const who = session ? 'session' : 'booking'
    const booking =
      'expiresAtEpochSeconds' in mark
        ? `a ${who} that is not pending there`
        : `a ${who} that is not confirmed there`
    const owner = 'bookingId' in mark ? booking : 'a block that is not there'
    const sentence = `${timesText(quanta)} has a mark of ${owner}.`
    return [finding('mark_without_owner', [keyOfDay(day), key], sentence, { quanta })]
  })

/** The findings about taken quanta that no owner claims and no mark covers. */
function orphans(day: DayFacts, nowEpochSeconds: number): readonly Finding[] {
  const { state, owners } = day
  const claimed = new Set(marksOf(state).flatMap(quantaOf))
  for (const owner of owners) {
    // A lapsed hold without a mark has lost its quanta.
    const isLost = owner.claim === 'held' && !markOf(state, owner)
    if (isLost && isLapsed(owner, nowEpochSeconds)) continue
    for (const quantum of quantaOf(owner)) claimed.add(quantum)
  }
  const quanta = [...state.taken].filter((quantum) => !claimed.has(quantum)).sort((a, b) => a - b)
  if (quanta.length === 0) return []
  const sentence = `${timesText(quanta)} is taken without an owner.`
  return [finding('orphan_quanta', [keyOfDay(day)], sentence, { quanta })]
}

/** Formats quanta as times of the UTC day: 108, 109, 114 is `09:00–09:10, 09:30–09:35`. */
export function timesText(quanta: readonly number[]): string {
  const runs: { readonly first: number; end: number }[] = []
  for (const quantum of quanta) {
    const last = runs.at(-1)
    if (last?.end === quantum) last.end += 1
    else runs.push({ first: quantum, end: quantum + 1 })
  }
  const time = (quantum: number) => formatWindowTime(quantum * QUANTUM_MINUTES)
  return runs
    .map(({ first, end }) => {
      const isTime = Number.isInteger(first) && first >= 0 && end <= QUANTA_PER_DAY
      return isTime ? `${time(first)}–${time(end)}` : `quanta ${first} to ${end - 1}`
    })
    .join(', ')
}
