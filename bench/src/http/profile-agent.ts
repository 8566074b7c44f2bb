/**
 * Loaded into the server before its entry point. On request of the parent process, it tells the CPU time of the server,
 * starts and stops the CPU profiler, sends the profile, and collects garbage. It has no cost while the profiler is off.
 */
import { type Profiler, Session } from 'node:inspector'
import { setFlagsFromString, writeHeapSnapshot } from 'node:v8'
import { runInNewContext } from 'node:vm'

const SAMPLE_MICROSECONDS = 200

/** A request to the agent. */
export type ProfileOrder = 'start' | 'stop' | 'cpu' | 'memory' | 'snapshot'
/**
 * The response to `stop`, the one to `cpu`, in microseconds, the one to `memory`, in bytes after garbage was collected, and the
 * one to `snapshot`, the name of the file. The response to `start` is empty.
 */
export type ProfileAnswer = {
  readonly profile?: Profiler.Profile
  readonly cpu?: NodeJS.CpuUsage
  readonly memory?: NodeJS.MemoryUsage
  readonly snapshot?: string
}

let session: Session | undefined

function start(): void {
  session = new Session()
  session.connect()
  session.post('Profiler.enable')
  session.post('Profiler.setSamplingInterval', { interval: SAMPLE_MICROSECONDS })
  session.post('Profiler.start', () => process.send?.({} satisfies ProfileAnswer))
}

function stop(): void {
  session?.post('Profiler.stop', (_error, { profile }) => {
    process.send?.({ profile } satisfies ProfileAnswer)
    session?.disconnect()
  })
}

const tellCpu = () => process.send?.({ cpu: process.cpuUsage() } satisfies ProfileAnswer)

/** Collects garbage, so that what is left is in use. */
function tellMemory(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  process.send?.({ memory: process.memoryUsage() } satisfies ProfileAnswer)
}

const takeSnapshot = () => process.send?.({ snapshot: writeHeapSnapshot() } satisfies ProfileAnswer)

const ORDERS: Readonly<Record<ProfileOrder, () => void>> = {
  start,
  stop,
  cpu: tellCpu,
  memory: tellMemory,
  snapshot: takeSnapshot,
}
process.on('message', (order: ProfileOrder) => ORDERS[order]())
// Stops the server if the benchmark is killed.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
// The channel must not keep the server alive.
process.channel?.unref()
