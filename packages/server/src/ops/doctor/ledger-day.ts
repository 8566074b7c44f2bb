import {
  type BlockMark,
  formatDate,
  formatWindowTime,
  type HoldMark,
  QUANTA_PER_DAY,
  QUANTUM_MINUTES,
  type QuantumRange,
} from '@holdfast/engine'
import { blockKey, bookingKey, ledgerKey } from '../../booking/keys.ts'
import type { ItemKey, LedgerState } from '../../kernel/ports/store.ts'
import { type Finding, type FindingCode, finding } from './finding.ts'
import type { Owner } from './ledger-owners.ts'

/** One ledger day as the ledger tells it, and as bookings and blocks tell it. */
export interface DayFacts {
  readonly providerId: string
  readonly dayNumber: number
  readonly state: LedgerState
  /** All bookings and blocks that claim a part of the day; no two are the same. */
  readonly owners: readonly Owner[]
}

/** The quanta of a range, ascending. */
export const quantaOf = ({ firstQuantum, quantumCount }: QuantumRange): readonly number[] =>
  Array.from({ length: quantumCount }, (_, i) => firstQuantum + i)

/** The mark of an owner on the day, right or wrong; firm owners have none. */
export function markOf(state: LedgerState, owner: Owner): HoldMark | BlockMark | undefined {
  if (owner.standing === 'firm') return undefined
  return owner.standing === 'held'
    ? state.holds.find((mark) => mark.bookingId === owner.id)
    : state.blocks.find((mark) => mark.blockId === owner.id)
}

/** Says whether a mark is what its owner gives. */
export const isRightMark = (mark: HoldMark | BlockMark, owner: Owner): boolean =>
  mark.firstQuantum === owner.firstQuantum &&
  mark.quantumCount === owner.quantumCount &&
  (!('expiresAtEpochSeconds' in mark) || mark.expiresAtEpochSeconds === owner.expiresAtEpochSeconds)

/** Says whether a pending booking's hold has lapsed; its expiry is part of the lapse. */
export const isLapsed = (owner: Owner, nowEpochSeconds: number): boolean =>
  owner.expiresAtEpochSeconds !== undefined && owner.expiresAtEpochSeconds <= nowEpochSeconds

/** Who stands on each quantum: nobody else may. A pending booking without its mark does not stand. */
export class Standing {
  readonly #owners = new Map<number, Owner[]>()

  constructor({ state, owners }: DayFacts) {
    for (const owner of owners) {
      const mark = markOf(state, owner)
      if (mark || owner.standing !== 'held') this.add(owner, mark ?? owner)
    }
  }

  add(owner: Owner, range: QuantumRange): void {
    for (const quantum of quantaOf(range)) {
      const there = this.#owners.get(quantum)
      if (there) there.push(owner)
      else this.#owners.set(quantum, [owner])
    }
  }

  /** Says whether nobody but `owner` stands on the quantum. */
  isFreeFor(owner: Owner, quantum: number): boolean {
    return (this.#owners.get(quantum) ?? []).every((other) => other.id === owner.id)
  }

  /** The quanta on which more than one stand, with those who do. */
  *shared(): Iterable<readonly [quantum: number, owners: readonly Owner[]]> {
    for (const [quantum, owners] of this.#owners) {
      if (owners.length > 1) yield [quantum, owners]
    }
  }
}

/**
 * Says what is wrong with a day: `taken` must be the union of the marks and of what firm owners
 * claim, each mark that of its owner, and no quantum may have two.
 */
export function compareDay(day: DayFacts, nowEpochSeconds: number): readonly Finding[] {
  const standing = new Standing(day)
  return [
    ...doubleClaims(day, standing),
    ...day.owners.flatMap((owner) => ownerFinding(day, owner, standing, nowEpochSeconds) ?? []),
    ...marksWithoutOwner(day),
    ...orphans(day, nowEpochSeconds),
  ]
}

/** Key of the ledger item of a day. */
export const keyOfDay = ({ providerId, dayNumber }: Omit<DayFacts, 'state' | 'owners'>): ItemKey =>
  ledgerKey(providerId, formatDate(dayNumber))

/** Key of the booking or block that is an owner. */
export const keyOfOwner = ({ providerId }: Pick<DayFacts, 'providerId'>, owner: Owner): ItemKey =>
  owner.standing === 'block' ? blockKey(providerId, owner.id) : bookingKey(owner.id)

function doubleClaims(day: DayFacts, standing: Standing): readonly Finding[] {
  const pairs = new Map<string, { readonly keys: readonly ItemKey[]; readonly quanta: number[] }>()
  for (const [quantum, owners] of standing.shared()) {
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
    return finding('double_claim', keys, `two stand on ${timesText(quanta)}`, { quanta })
  })
}

function ownerFinding(
  day: DayFacts,
  owner: Owner,
  standing: Standing,
  nowEpochSeconds: number,
): Finding | undefined {
  const { state } = day
  const own = quantaOf(owner)
  const free = own.filter((quantum) => standing.isFreeFor(owner, quantum))
  const tell = (code: FindingCode, quanta: readonly number[], sentence: string, safe: boolean) =>
    finding(code, [keyOfDay(day), keyOfOwner(day, owner)], sentence, {
      quanta,
      ...(safe ? {} : { repairable: false }),
    })
  const mark = markOf(state, owner)
  const all = free.length === own.length
  if (mark === undefined && owner.standing === 'held') {
    // A lapsed hold may have been taken over, which removes its mark.
    if (isLapsed(owner, nowEpochSeconds)) return undefined
    const why = all
      ? 'and cannot be confirmed'
      : 'and others stand there: it was taken over before its time, or by a clock that was ahead'
    return tell('hold_missing', own, `a live hold on ${timesText(own)} has no mark, ${why}`, all)
  }
  if (mark === undefined && owner.standing === 'block') {
    return tell('block_mark_missing', own, `a block on ${timesText(own)} has no mark`, all)
  }
  if (mark && !isRightMark(mark, owner)) {
    const sentence = `the mark is for ${timesText(quantaOf(mark))}, its owner for ${timesText(own)}, or its expiry differs`
    return tell('mark_wrong', own, sentence, all)
  }
  const missing = own.filter((quantum) => !state.taken.has(quantum))
  if (missing.length === 0) return undefined
  const sentence = `${timesText(missing)} is claimed and yet not taken`
  return tell(
    'claim_missing',
    missing,
    sentence,
    missing.some((quantum) => free.includes(quantum)),
  )
}

/** The marks of the day that name nobody who has one there. */
export function strayMarks({ state, owners }: DayFacts): ReadonlySet<HoldMark | BlockMark> {
  const owned = new Set(owners.map((owner) => markOf(state, owner)))
  return new Set([...state.holds, ...state.blocks].filter((mark) => !owned.has(mark)))
}

const marksWithoutOwner = (day: DayFacts): readonly Finding[] =>
  [...strayMarks(day)].map((mark) => {
    const quanta = quantaOf(mark)
    const key =
      'bookingId' in mark ? bookingKey(mark.bookingId) : blockKey(day.providerId, mark.blockId)
    const who = 'bookingId' in mark ? 'booking that is not pending' : 'block that is not'
    const sentence = `${timesText(quanta)} is marked for a ${who} there`
    return finding('mark_without_owner', [keyOfDay(day), key], sentence, { quanta })
  })

/** What somebody claims, rightly or not: everything else that is taken has no owner at all. */
function orphans(day: DayFacts, nowEpochSeconds: number): readonly Finding[] {
  const { state, owners } = day
  const claimed = new Set([...state.holds, ...state.blocks].flatMap(quantaOf))
  for (const owner of owners) {
    // A lapsed hold without a mark has lost what it had.
    const isLost = owner.standing === 'held' && !markOf(state, owner)
    if (isLost && isLapsed(owner, nowEpochSeconds)) continue
    for (const quantum of quantaOf(owner)) claimed.add(quantum)
  }
  const quanta = [...state.taken].filter((quantum) => !claimed.has(quantum)).sort((a, b) => a - b)
  if (quanta.length === 0) return []
  const sentence = `${timesText(quanta)} is taken, and by nobody`
  return [finding('orphan_quanta', [keyOfDay(day)], sentence, { quanta })]
}

/** Quanta as times of the UTC day: 108, 109, 114 is `09:00–09:10, 09:30–09:35`. */
export function timesText(quanta: readonly number[]): string {
  const parts: string[] = []
  for (let at = 0; at < quanta.length; ) {
    const first = quanta[at] as number
    let end = first + 1
    at += 1
    for (; quanta[at] === end; at += 1) end += 1
    const isTime = Number.isInteger(first) && first >= 0 && end <= QUANTA_PER_DAY
    const time = (quantum: number) => formatWindowTime(quantum * QUANTUM_MINUTES)
    parts.push(isTime ? `${time(first)}–${time(end)}` : `quanta ${first} to ${end - 1}`)
  }
  return parts.join(', ')
}
