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
const SLOTS_P99_MILLISECONDS = 5
const SHARE_OF_RAW = 0.6
/** Maximum ratio of p99 to p50. In a fair queue, no request waits much longer than the others. */
const CLIFF = 4
const MANY = 64

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
          wanted: `${SLOTS_PER_SECOND}/s or more`,
          reached: rate(each),
          isMet: each.perSecond.median >= SLOTS_PER_SECOND,
        },
  )
}

/** Compares the rate of Holdfast with another contender, for each number of connections. */
function compare(
  found: readonly Measurement[],
  other: string,
  goal: { readonly what: string; readonly wanted: string; readonly leastShare: number },
): readonly Goal[] {
  return found
    .filter(({ contender }) => contender === NAMES.holdfast)
    .flatMap((ours) => {
      const theirs = found.find(
        ({ contender, connections }) => contender === other && connections === ours.connections,
      )
      if (theirs === undefined) return []
      const share = ours.perSecond.median / theirs.perSecond.median
      return [
        {
          what: `${goal.what}, ${ours.connections} connection${ours.connections === 1 ? '' : 's'}`,
          wanted: goal.wanted,
          reached: `${Math.round(share * 100)} % (${rate(ours)} to ${rate(theirs)})`,
          isMet: share >= goal.leastShare,
        },
      ]
    })
}

function cliffGoals(found: readonly Measurement[]): readonly Goal[] {
  return found
    .filter(({ contender, connections }) => contender === NAMES.holdfast && connections === MANY)
    .map(({ p50, p99 }) => ({
      what: `p99 of holds on the local DynamoDB engine, ${MANY} connections`,
      wanted: `at most ${CLIFF} times the p50`,
      reached: `${(p99 / p50).toFixed(1)} times (${milliseconds(p99)} to ${milliseconds(p50)})`,
      isMet: p99 <= CLIFF * p50,
    }))
}

/** The goals of the measured scenarios, which are given by id. */
export function goalsOf(found: Found): readonly Goal[] {
  const of = (id: string) => found.get(id) ?? []
  return [
    ...slotGoals(of('slots')),
    ...compare(of('sqlite-hold'), NAMES.postgres, {
      what: 'holds on SQLite compared with Fastify + PostgreSQL',
      wanted: '100 % or more',
      leastShare: 1,
    }),
    ...compare(of('postgres-hold'), NAMES.postgres, {
      what: 'holds on PostgreSQL compared with Fastify + PostgreSQL',
      wanted: '90 % or more',
      leastShare: 0.9,
    }),
    ...compare(of('dynamodb-hold'), NAMES.rawDynamoDb, {
      what: 'holds on the local DynamoDB engine compared with raw transactions',
      wanted: `${SHARE_OF_RAW * 100} % or more`,
      leastShare: SHARE_OF_RAW,
    }),
    ...cliffGoals(of('dynamodb-hold')),
  ]
}
