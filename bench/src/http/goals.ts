import { NAMES } from './contenders.ts'
import type { Measurement } from './measure.ts'

/** A goal and its result. */
export interface Goal {
  readonly what: string
  readonly wanted: string
  readonly reached: string
  readonly isMet: boolean
}

const SLOTS_PER_SECOND = 3_000
const SLOTS_PER_SECOND_AT_16 = 10_000
const SLOTS_P99_MILLISECONDS = 5
const ONE = 1
/** The connections with which the slowest hundredth is compared. */
export const MANY = 64
const shareOfRaw = (connections: number): number => (connections === ONE ? 0.6 : 0.75)
/** What is wanted of the rate of holds, in shares of a service's on Fastify. */
export const shareOfFastify = (connections: number): number => (connections === ONE ? 1.1 : 1.25)
/** Holds a second with an Idempotency-Key, in shares of those without. */
export const SHARE_WITH_KEY = 0.85
/** What is wanted of the CPU time of a hold, in shares of a service's. */
export const SHARE_OF_CPU = 0.6
/** Maximum ratio of p99 to p50. In a fair queue, no request waits much longer than the others. */
export const CLIFF = 2.5

type Found = ReadonlyMap<string, readonly Measurement[]>

const rate = ({ perSecond }: Measurement): string => `${Math.round(perSecond.median)}/s`
const milliseconds = (value: number): string => `${value.toFixed(2)} ms`

function slotGoals(found: readonly Measurement[]): readonly Goal[] {
  return found.map((each) =>
    each.connections === 1
      ? {
          what: 'p99 of a month of slots on SQLite, 1 connection',
          wanted: `below ${SLOTS_P99_MILLISECONDS} ms`,
          reached: milliseconds(each.p99),
          isMet: each.p99 < SLOTS_P99_MILLISECONDS,
        }
      : {
          what: `months of slots on SQLite, ${each.connections} connections`,
          wanted: `${leastSlots(each)}/s or more`,
          reached: rate(each),
          isMet: each.perSecond.median >= leastSlots(each),
        },
  )
}

const leastSlots = ({ connections }: Measurement): number =>
  connections === 16 ? SLOTS_PER_SECOND_AT_16 : SLOTS_PER_SECOND

const percent = (share: number): string => `${Math.round(share * 100)} %`

/** A goal for the rate of one contender relative to another one. */
interface Comparison {
  readonly what: string
  /** The compared contender. Default: Holdfast without idempotency keys. */
  readonly ours?: string
  readonly leastShare: (connections: number) => number
}

/** Compares the rate of Holdfast with another contender, for each number of connections. */
function compare(found: readonly Measurement[], other: string, goal: Comparison): readonly Goal[] {
  return found
    .filter(({ contender }) => contender === (goal.ours ?? NAMES.holdfast))
    .flatMap((ours) => {
      const theirs = found.find(
        ({ contender, connections }) => contender === other && connections === ours.connections,
      )
      if (theirs === undefined) return []
      const share = ours.perSecond.median / theirs.perSecond.median
      return [
        {
          what: `${goal.what}, ${ours.connections} connection${ours.connections === 1 ? '' : 's'}`,
          wanted: `${percent(goal.leastShare(ours.connections))} or more`,
          reached: `${percent(share)} (${rate(ours)} to ${rate(theirs)})`,
          isMet: share >= goal.leastShare(ours.connections),
        },
      ]
    })
}

function cliffGoals(found: readonly Measurement[], engine: string): readonly Goal[] {
  return found
    .filter(({ contender, connections }) => contender === NAMES.holdfast && connections === MANY)
    .map(({ p50, p99 }) => ({
      what: `p99 of holds on ${engine}, ${MANY} connections`,
      wanted: `at most ${CLIFF} times the p50`,
      reached: `${(p99 / p50).toFixed(1)} times (${milliseconds(p99)} to ${milliseconds(p50)})`,
      isMet: p99 <= CLIFF * p50,
    }))
}

const cpuOf = ({ cpu }: Measurement): number => (cpu.server ?? 0) + (cpu.engine ?? 0)

/** Compares the CPU time of Holdfast for a unit with that of another contender, of all their processes. */
function cpuGoals(found: readonly Measurement[], ours: string, theirs: string): readonly Goal[] {
  return found
    .filter(({ contender }) => contender === ours)
    .flatMap((one) => {
      const other = found.find(
        ({ contender, connections }) => contender === theirs && connections === one.connections,
      )
      if (other === undefined) return []
      const share = cpuOf(one) / cpuOf(other)
      return [
        {
          what: `CPU of a hold, ${ours} to ${theirs}, ${one.connections} connection${one.connections === 1 ? '' : 's'}`,
          wanted: `${percent(SHARE_OF_CPU)} or less`,
          reached: `${percent(share)} (${milliseconds(cpuOf(one))} to ${milliseconds(cpuOf(other))})`,
          isMet: share <= SHARE_OF_CPU,
        },
      ]
    })
}

/** The goals of the measured scenarios, which are given by id. */
export function goalsOf(found: Found): readonly Goal[] {
  const of = (id: string) => found.get(id) ?? []
  return [
    ...slotGoals(of('slots')),
    ...compare(of('sqlite-hold'), NAMES.postgres, {
      what: 'holds on SQLite compared with Fastify + PostgreSQL',
      leastShare: shareOfFastify,
    }),
    ...compare(of('sqlite-hold'), NAMES.holdfast, {
      what: 'holds on SQLite with an Idempotency-Key compared with those without',
      ours: NAMES.keyed,
      leastShare: () => SHARE_WITH_KEY,
    }),
    ...compare(of('sqlite-hold'), NAMES.ledger, {
      what: 'holds on SQLite compared with the service with what a hold promises',
      leastShare: shareOfFastify,
    }),
    ...cpuGoals(of('sqlite-hold'), NAMES.holdfast, NAMES.postgres),
    ...cpuGoals(of('sqlite-hold'), NAMES.holdfast, NAMES.ledger),
    ...cpuGoals(of('sqlite-hold'), NAMES.keyed, NAMES.ledgerKeyed),
    ...cliffGoals(of('sqlite-hold'), 'SQLite'),
    ...compare(of('postgres-hold'), NAMES.postgres, {
      what: 'holds on PostgreSQL compared with Fastify + PostgreSQL',
      leastShare: () => 0.9,
    }),
    ...compare(of('dynamodb-hold'), NAMES.rawDynamoDb, {
      what: 'holds on the local DynamoDB engine compared with raw transactions',
      leastShare: shareOfRaw,
    }),
    ...cliffGoals(of('dynamodb-hold'), 'the local DynamoDB engine'),
  ]
}
