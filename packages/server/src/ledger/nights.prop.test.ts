import { formatDate, type OwnerClaim, parseDate } from '@holdfast/engine'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { repetitions } from '../../tests/support/depth.ts'
import { applyLedgerWrite } from '../adapters/rows/ledger-writes.ts'
import { ledgerFromItem } from '../kernel/items/ledger-item.ts'
import type { Item, ItemKey } from '../kernel/ports/store.ts'
import { nightsKey } from './keys.ts'
import { Known } from './known.ts'
import { planClaims } from './plan-claims.ts'
import type { NightStep } from './steps.ts'

/** It takes two seconds, in the deep run twenty, but a busy machine is slow. */
const BUSY_MS = 300_000

const CALENDARS = ['cal_1', 'cal_2'] as const
const OWNERS = ['bkg_0', 'bkg_1', 'bkg_2', 'bkg_3'] as const
/** The nights lie around the end of June, so that most rights have a part in two months. */
const FIRST = parseDate('2026-06-26') as number
const MONTHS = ['2026-06', '2026-07'] as const

/** What an owner has: the same nights in one calendar, held or for good, with a mark or without. */
interface Right {
  readonly calendarId: string
  readonly first: number
  readonly count: number
  readonly claim: Extract<OwnerClaim, { kind: 'held' | 'final' }>
  readonly isMarked: boolean
}

type Action = 'hold' | 'take' | 'takeMarked' | 'confirm' | 'extend' | 'keep' | 'release' | 'move'

const CHANGE = fc.record({
  owner: fc.integer({ min: 0, max: OWNERS.length - 1 }),
  action: fc.constantFrom<Action[]>(
    'hold',
    'take',
    'takeMarked',
    'confirm',
    'extend',
    'keep',
    'release',
    'move',
  ),
  calendarId: fc.constantFrom(...CALENDARS),
  first: fc.integer({ min: 0, max: 9 }),
  count: fc.integer({ min: 1, max: 5 }),
})
type Change = typeof CHANGE extends fc.Arbitrary<infer One> ? One : never
const COMMIT = fc.record({
  seconds: fc.constantFrom(0, 0, 1, 3),
  changes: fc.uniqueArray(CHANGE, { minLength: 1, maxLength: 3, selector: ({ owner }) => owner }),
})

/** One change of an owner: its steps, and what it has then if they are committed. */
interface Planned {
  readonly owner: string
  readonly gives: Right | undefined
  readonly wants: Right | undefined
  readonly ifGone: NightStep['ifGone']
  readonly steps: readonly NightStep[]
}

const NONE = { kind: 'none' } as const
const daysOf = ({ first, count }: Right) => ({
  arrivalDay: FIRST + first,
  departureDay: FIRST + first + count,
})

/** The change that an owner makes, given what it has. Undefined: none is possible. */
function planned(
  change: Change,
  had: Right | undefined,
  now: number,
  index: number,
): Planned | undefined {
  const owner = OWNERS[change.owner] as string
  const { action, calendarId, first, count } = change
  const make = (
    wants: Right | undefined,
    ifGone: NightStep['ifGone'],
    isInPlace = false,
  ): Planned => {
    const mark = {
      ownerId: owner,
      ...(had?.claim.kind === 'final' && had.isMarked && { was: 'booking' as const }),
      ...(wants?.isMarked && { is: 'booking' as const }),
    }
    const stepOf = (right: Right, from: NightStep['from'], to: NightStep['to']): NightStep => {
      return { calendarId: right.calendarId, nights: daysOf(right), from, to, ifGone, mark, index }
    }
    const steps =
      isInPlace && had && wants
        ? [stepOf(had, had.claim, wants.claim)]
        : [
            ...(had ? [stepOf(had, had.claim, NONE)] : []),
            ...(wants ? [stepOf(wants, NONE, wants.claim)] : []),
          ]
    return { owner, gives: had, wants, ifGone, steps }
  }
  const held = { kind: 'held', untilEpochSeconds: now + 2 } as const
  if (had === undefined) {
    const isMarked = action === 'takeMarked'
    const claim = action === 'take' || isMarked ? ({ kind: 'final' } as const) : held
    return make({ calendarId, first, count, claim, isMarked }, 'lost')
  }
  if (action === 'release') return make(undefined, 'nothing')
  if (action === 'move') return make({ ...had, calendarId, first, count }, 'lost')
  if (had.claim.kind === 'final') return undefined
  if (action === 'confirm' || action === 'takeMarked') {
    return make(
      { ...had, claim: { kind: 'final' }, isMarked: action === 'takeMarked' },
      'lost',
      true,
    )
  }
  if (action === 'extend') {
    return make(
      {
        ...had,
        claim: { kind: 'held', untilEpochSeconds: Math.max(now + 2, had.claim.untilEpochSeconds) },
      },
      'again',
      true,
    )
  }
  return action === 'keep' ? make(had, 'lost', true) : undefined
}

/** The oracle: who has each night of each calendar, and until when. It knows nothing of items but that a lapsed hold goes month by month. */
interface Cell {
  readonly owner: string
  readonly until: number
  readonly isMarked: boolean
}
type Cells = ReadonlyMap<string, Cell>
const cellsOf = (right: Right): readonly string[] =>
  Array.from(
    { length: right.count },
    (_, n) => `${right.calendarId} ${formatDate(FIRST + right.first + n)}`,
  )
const monthOf = (cell: string): string => cell.slice(0, -'-DD'.length)
const untilOf = ({ claim }: Right): number =>
  claim.kind === 'held' ? claim.untilEpochSeconds : Number.POSITIVE_INFINITY

interface Judged {
  readonly cells: Cells
  readonly taken: ReadonlySet<string>
  readonly isLost: boolean
}

interface Claimed {
  readonly owner: string
  readonly cell: string
  readonly right: Right
}

function judge(before: Cells, changes: readonly Planned[], now: number): Judged {
  const cells = new Map(before)
  const taken = new Set<string>()
  let isLost = false
  const claims: Claimed[] = []
  for (const { owner, gives, wants, ifGone, steps } of changes) {
    const isInPlace = steps.length === 1 && gives !== undefined && wants !== undefined
    for (const cell of gives ? cellsOf(gives) : []) {
      const isGone = gives?.claim.kind === 'held' && cells.get(cell)?.owner !== owner
      if (isGone && ifGone === 'lost') isLost = true
      if (!isGone) cells.delete(cell)
      if (!isGone && isInPlace && wants)
        cells.set(cell, { owner, until: untilOf(wants), isMarked: wants.isMarked })
    }
    for (const cell of wants ? cellsOf(wants) : []) {
      if (!isInPlace || cells.get(cell)?.owner !== owner)
        claims.push({ owner, cell, right: wants as Right })
    }
  }
  // What is claimed again comes before what is claimed for the first time. A part of a month is claimed whole or not at all.
  const isAgain = (owner: string) =>
    changes.some((one) => one.owner === owner && one.ifGone === 'again')
  const inOrder = claims.toSorted((a, b) => Number(isAgain(b.owner)) - Number(isAgain(a.owner)))
  const parts = Map.groupBy(inOrder, ({ owner, cell }) => `${owner} ${monthOf(cell)}`)
  for (const part of parts.values()) {
    const isTaken = ({ cell }: Claimed) => (cells.get(cell)?.until ?? 0) > now
    for (const { cell } of part.filter(isTaken)) taken.add(cell)
    if (part.some(isTaken)) continue
    for (const { owner, cell, right } of part) {
      const lapsed = cells.get(cell)
      for (const [other, { owner: whose }] of lapsed && lapsed.owner !== owner ? [...cells] : []) {
        if (whose === lapsed?.owner && monthOf(other) === monthOf(cell)) cells.delete(other)
      }
      cells.set(cell, { owner, until: untilOf(right), isMarked: right.isMarked })
    }
  }
  return { cells, taken, isLost }
}

/** A store of months in memory, whose writes are those of the row stores. */
class Months {
  readonly #items = new Map<string, Item>()
  constructor() {
    for (const calendarId of CALENDARS) {
      for (const month of MONTHS) {
        const key = nightsKey(calendarId, month)
        this.#items.set(nameOf(key), { ...key, rev: 1, cleaning: 'daily' })
      }
    }
  }
  get(key: ItemKey): Item | undefined {
    return this.#items.get(nameOf(key))
  }
  /** Plans and writes until the plan is decided, as the committer does. */
  commit(steps: readonly NightStep[], now: number) {
    const known = new Known()
    for (let round = 0; round < 20; round += 1) {
      const plan = planClaims(
        { kind: 'steps', times: [], nights: steps, amounts: [], sources: [] },
        known,
        now,
      )
      if (plan.kind === 'unread') {
        for (const item of plan.items) known.learn(item, this.get(item.key))
        continue
      }
      if (plan.kind !== 'writes') return plan
      const applied = plan.writes.map(({ write }) => ({
        key: write.key,
        // Steps on nights are written by ledger writes only.
        next: applyLedgerWrite(
          this.get(write.key),
          write as Parameters<typeof applyLedgerWrite>[1],
        ),
      }))
      const failed = applied.filter(({ next }) => next === undefined)
      for (const { key } of failed) known.learn({ key }, this.get(key))
      if (failed.length > 0) continue
      for (const { key, next } of applied) if (next) this.#items.set(nameOf(key), stored(next))
      return { kind: 'done' } as const
    }
    throw new Error('the plan is never decided')
  }
  /** What is stored, in the oracle's words: the owner of each marked night, `?` of the others. */
  cells(): ReadonlyMap<string, string> {
    const found = new Map<string, string>()
    for (const calendarId of CALENDARS) {
      for (const month of MONTHS) {
        const item = this.get(nightsKey(calendarId, month))
        expect(item?.cleaning).toBe('daily')
        const { taken, holds, bookings = [] } = ledgerFromItem(item)
        const cellOf = (quantum: number) =>
          `${calendarId} ${month}-${String(quantum + 1).padStart(2, '0')}`
        for (const quantum of taken) found.set(cellOf(quantum), '?')
        for (const { bookingId, firstQuantum, quantumCount, ...rest } of [...holds, ...bookings]) {
          const until = 'expiresAtEpochSeconds' in rest ? rest.expiresAtEpochSeconds : 'ever'
          for (let n = 0; n < quantumCount; n += 1) {
            expect(found.get(cellOf(firstQuantum + n))).toBe('?')
            found.set(cellOf(firstQuantum + n), `${bookingId} until ${until}`)
          }
        }
      }
    }
    return found
  }
}
/** Stores leave out members that are undefined. */
const stored = (item: Item): Item => {
  const members = Object.entries(item).filter(([, value]) => value !== undefined)
  return { PK: item.PK, SK: item.SK, ...Object.fromEntries(members) }
}
const nameOf = ({ PK, SK }: ItemKey) => `${PK} ${SK}`

const shown = ({ owner, until, isMarked }: Cell): string => {
  if (until !== Number.POSITIVE_INFINITY) return `${owner} until ${until}`
  return isMarked ? `${owner} until ever` : '?'
}

test(
  'nights are held, taken, moved and given back as an oracle of single nights says',
  () => {
    const seen = { done: 0, taken: 0, lost: 0 }
    fc.assert(
      fc.property(fc.array(COMMIT, { minLength: 5, maxLength: 25 }), (commits) => {
        const months = new Months()
        const rights = new Map<string, Right>()
        let cells: Cells = new Map()
        let now = 1000
        for (const { seconds, changes } of commits) {
          now += seconds
          const list = changes.flatMap((change, index) => {
            const had = rights.get(OWNERS[change.owner] as string)
            return planned(change, had, now, index) ?? []
          })
          const outcome = months.commit(
            list.flatMap(({ steps }) => steps),
            now,
          )
          const expected = judge(cells, list, now)
          if (outcome.kind === 'done') {
            seen.done += 1
            expect([expected.isLost, expected.taken.size]).toEqual([false, 0])
            cells = expected.cells
            for (const { owner, wants } of list) {
              if (wants) rights.set(owner, wants)
              else rights.delete(owner)
            }
          } else if (outcome.kind === 'impossible' && 'calendarId' in outcome) {
            seen[outcome.why === 'lost' ? 'lost' : 'taken'] += 1
            if (outcome.why === 'lost') expect(expected.isLost).toBe(true)
            else if (!expected.isLost) {
              const nights = (outcome.days ?? []).map(
                (day) => `${outcome.calendarId} ${formatDate(day)}`,
              )
              const ofCalendar = [...expected.taken].filter((cell) =>
                cell.startsWith(outcome.calendarId),
              )
              expect([...new Set(nights)].sort()).toEqual(ofCalendar.sort())
            }
          } else throw new Error(`no outcome of nights: ${outcome.kind}`)
          expect([...months.cells()].sort()).toEqual(
            [...cells].map(([cell, of]) => [cell, shown(of)]).sort(),
          )
        }
      }),
      { numRuns: repetitions(300, 2000) },
    )
    expect(seen.done).toBeGreaterThan(500)
    expect(seen.taken).toBeGreaterThan(100)
    expect(seen.lost).toBeGreaterThan(20)
  },
  BUSY_MS,
)
