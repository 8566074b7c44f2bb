import type { HttpContender } from '../http/contenders.ts'
import type { LoadJob, LoadResult } from '../http/load-job.ts'
import {
  type AskableProcess,
  cpuSince,
  endedChildrenMilliseconds,
  readCpu,
} from '../http/processes.ts'
import { runTurn, type Turn } from '../pairs/turns.ts'

/** The turns of each contender, round by round. */
export type Rounds = ReadonlyMap<HttpContender, readonly Turn[]>

type Generator = AskableProcess<LoadJob, LoadResult>

/**
 * Holds before each turn that do not count, in shares of a turn. A server that waited while the others had their turns begins with
 * cold caches and a small young generation, which costs a larger program more.
 */
const RUN_IN = 0.5

/** The processes of a contender. */
export const pidsOf = ({ processes }: HttpContender): readonly number[] =>
  Object.values(processes).flatMap((pids) => pids())

/** Lets a contender answer so many holds. */
export async function take(
  contender: HttpContender,
  generator: Generator,
  connections: number,
  count: number,
): Promise<Turn> {
  const units = await contender.unitsFor(count)
  const { name, origin } = contender
  return await runTurn({ name, origin, pids: pidsOf(contender), generator }, units, connections)
}

/**
 * Lets all contenders answer holds by turns, every second round in reverse order. What the database does between the turns
 * of the services (it vacuums, and writes pages later) counts for them, spread over all of their holds.
 */
export async function runRounds(
  contenders: readonly HttpContender[],
  services: readonly HttpContender[],
  generator: Generator,
  {
    connections,
    count,
    rounds,
    onRound,
  }: {
    readonly connections: number
    readonly count: number
    readonly rounds: number
    readonly onRound: (round: number) => void
  },
): Promise<{ readonly rounds: Rounds; readonly laterMicroseconds: number }> {
  const found = new Map<HttpContender, Turn[]>(contenders.map((each) => [each, []]))
  const database = services[0]?.processes.engine?.() ?? []
  const [main] = database
  const ended = () => (main === undefined ? 0 : endedChildrenMilliseconds(main))
  const before = { cpu: readCpu(database), ended: ended() }
  const runIn = Math.ceil(count * RUN_IN)
  let inTurns = 0
  for (let round = 0; round < rounds; round += 1) {
    onRound(round)
    for (const contender of round % 2 === 0 ? contenders : contenders.toReversed()) {
      const engine = readCpu(contender.processes.engine?.() ?? [])
      await take(contender, generator, connections, runIn)
      found.get(contender)?.push(await take(contender, generator, connections, count))
      inTurns += cpuSince(engine)
    }
  }
  const later = cpuSince(before.cpu) + ended() - before.ended - inTurns
  const holds = Math.max(services.length * rounds * (count + runIn), 1)
  return { rounds: found, laterMicroseconds: Math.max((later * 1000) / holds, 0) }
}
