import type { HttpContender } from '../http/contenders.ts'
import { CLIFF, MANY, SHARE_OF_CPU, SHARE_WITH_KEY, shareOfFastify } from '../http/goals.ts'
import type { BoundContenders } from './bound-contenders.ts'
import {
  type Comparison,
  type Cost,
  compareCpu,
  compareKeyed,
  compareRate,
  costOf,
  difference,
  type Spread,
  type Tail,
  tailOf,
} from './report.ts'
import {
  FLOOR,
  HTTP,
  KEYED_SECOND_FLOOR,
  LIKE_SERVICE,
  PROMISES,
  ROWS,
  SECOND_FLOOR,
  type Stage,
  WRITER_THREAD,
} from './stages.ts'
import type { Rounds } from './turns.ts'

/** A contender's cost, and how it compares with a service. */
interface Compared {
  readonly name: string
  readonly service: string
  readonly cpu: Comparison
  readonly rate: Comparison
}

/** Everything that was measured with a number of connections. */
export interface Block {
  readonly connections: number
  /** Share of all cores that other programs used. */
  readonly othersShare: number
  /** Added to the CPU time of the services: what the database does between their turns. */
  readonly laterMicroseconds: number
  readonly costs: readonly (Cost & { readonly name: string })[]
  readonly promises: readonly (Spread & { readonly what: string; readonly isInService: boolean })[]
  /** What Holdfast takes above the floor. */
  readonly above: Spread
  /** What it takes above the second floor. */
  readonly aboveSecond: Spread
  /** Rates with an Idempotency-Key, in shares of those without. */
  readonly keyed: readonly { readonly name: string; readonly rate: Comparison }[]
  readonly compared: readonly Compared[]
  /** The slowest hundredth of holds, where it is compared: with 64 connections. */
  readonly tails: readonly (Tail & { readonly name: string })[]
}

const LADDER = [HTTP, ROWS, FLOOR, LIKE_SERVICE, SECOND_FLOOR, KEYED_SECOND_FLOOR, WRITER_THREAD]

/** Reads what the turns say. */
export function readBlock(
  { stages, holdfast, keyed, services }: BoundContenders,
  rounds: Rounds,
  measured: Pick<Block, 'connections' | 'othersShare' | 'laterMicroseconds'>,
): Block {
  const { connections, laterMicroseconds } = measured
  const turnsOf = (contender: HttpContender | undefined) =>
    (contender && rounds.get(contender)) ?? []
  const ofStage = ({ id }: Stage) => turnsOf(stages.get(id))
  const floor = ofStage(FLOOR)
  const own = [
    { name: FLOOR.name, turns: floor },
    { name: LIKE_SERVICE.name, turns: ofStage(LIKE_SERVICE) },
    { name: SECOND_FLOOR.name, turns: ofStage(SECOND_FLOOR) },
    { name: WRITER_THREAD.name, turns: ofStage(WRITER_THREAD) },
    { name: holdfast.name, turns: turnsOf(holdfast) },
  ]
  const tails =
    connections === MANY
      ? [
          { name: SECOND_FLOOR.name, turns: ofStage(SECOND_FLOOR) },
          ...[holdfast, ...services].map((each) => ({ name: each.name, turns: turnsOf(each) })),
        ]
      : []
  return {
    ...measured,
    tails: tails.map(({ name, turns }) => ({ name, ...tailOf(turns) })),
    costs: [
      ...LADDER.map((stage) => ({ name: stage.name, ...costOf(ofStage(stage)) })),
      ...[holdfast, keyed].map((each) => ({ name: each.name, ...costOf(turnsOf(each)) })),
      ...services.map((each) => ({ name: each.name, ...costOf(turnsOf(each), laterMicroseconds) })),
    ],
    promises: PROMISES.map(({ stage, what, isInService }) => ({
      what,
      isInService,
      ...(stage.with.length > 0
        ? difference(ofStage(stage), floor)
        : difference(floor, ofStage(stage))),
    })),
    above: difference(turnsOf(holdfast), floor),
    aboveSecond: difference(turnsOf(holdfast), ofStage(SECOND_FLOOR)),
    keyed: [
      {
        name: KEYED_SECOND_FLOOR.name,
        rate: compareKeyed(ofStage(KEYED_SECOND_FLOOR), ofStage(SECOND_FLOOR)),
      },
      { name: keyed.name, rate: compareKeyed(turnsOf(keyed), turnsOf(holdfast)) },
    ],
    compared: services.slice(0, 2).flatMap((service) =>
      own.map(({ name, turns }) => ({
        name,
        service: service.name,
        cpu: compareCpu(turns, turnsOf(service), laterMicroseconds),
        rate: compareRate(turns, turnsOf(service), connections),
      })),
    ),
  }
}

const WIDTH = 64
const microseconds = (value: number): string => `${value.toFixed(0)} µs`.padStart(8)
const percent = (share: number): string => `${(share * 100).toFixed(0)} %`
const around = ({ from, to }: Spread, text: (value: number) => string): string =>
  `(${text(from).trim()} to ${text(to).trim()})`

const comparedText = ({ name, cpu, rate }: Compared): string =>
  `  ${name.padEnd(WIDTH - 2)} CPU ${percent(cpu.share.median)} ${around(cpu.share, percent)}: ${cpu.verdict}; rate ${percent(rate.share.median)} ${around(rate.share, percent)}: ${rate.verdict}`

function tailLines({ tails }: Block): readonly string[] {
  if (tails.length === 0) return []
  return [
    '',
    `p50 and p99 of all holds (wanted: at most ${CLIFF} times)`,
    ...tails.map(
      ({ name, p50, p99, times, isWithinGoal }) =>
        `  ${name.padEnd(WIDTH - 2)} ${p50.toFixed(1)}, ${p99.toFixed(1)} ms: ${times.toFixed(1)} times, ${isWithinGoal ? 'within' : 'missed'}`,
    ),
  ]
}

/** The tables of a block, for the terminal. */
export function blockText(block: Block): string {
  const { connections, othersShare, laterMicroseconds, costs, promises, compared } = block
  const lines = [
    `\n${connections} connection${connections === 1 ? '' : 's'} (others used ${percent(othersShare)} of the machine)`,
    `${'CPU of a hold'.padEnd(WIDTH)}${'lowest tenth'.padStart(14)}${'median'.padStart(10)}`,
    ...costs.map(
      ({ name, lowest, median, perSecond }) =>
        `${name.padEnd(WIDTH)}${microseconds(lowest).padStart(14)}${microseconds(median).padStart(10)}${perSecond.toFixed(0).padStart(8)}/s`,
    ),
    '',
    'What a promise takes (median of the differences in each round), and whether the first service keeps it, too',
    ...promises.map(
      (each) =>
        `${each.what.padEnd(WIDTH)}${microseconds(each.median)} ${around(each, microseconds).padEnd(20)} ${each.isInService ? 'yes' : 'no'}`,
    ),
    ...[
      { what: 'What Holdfast takes above the floor', ...block.above },
      { what: 'What Holdfast takes above all checks, looks and logs', ...block.aboveSecond },
    ].map(
      (each) =>
        `${each.what.padEnd(WIDTH)}${microseconds(each.median)} ${around(each, microseconds)}`,
    ),
  ]
  lines.push(
    '',
    `With an Idempotency-Key in the same rounds (wanted: ${percent(SHARE_WITH_KEY)} of the rate without)`,
    ...block.keyed.map(
      ({ name, rate: { share, verdict } }) =>
        `  ${name.padEnd(WIDTH - 2)} ${percent(share.median)} ${around(share, percent)}: ${verdict}`,
    ),
  )
  lines.push(...tailLines(block))
  for (const service of new Set(compared.map((each) => each.service))) {
    lines.push(
      '',
      `Compared with ${service} in the same rounds (wanted: at most ${percent(SHARE_OF_CPU)} of the CPU, ${percent(shareOfFastify(connections))} of the rate)`,
      ...compared.filter((each) => each.service === service).map(comparedText),
    )
  }
  if (compared.length > 0) {
    lines.push(
      `  Both with ${microseconds(laterMicroseconds).trim()} that the database takes later.`,
    )
  }
  return lines.join('\n')
}
