/**
 * Loaded into the server before its entry point: starts and stops the sampling of its CPU when the
 * process that started it says so, and hands the profile over. Costs nothing in between.
 */
import { type Profiler, Session } from 'node:inspector'

const SAMPLE_MICROSECONDS = 200

/** What the agent is told. */
export type ProfileOrder = 'start' | 'stop'
/** What it answers to `stop`; `start` is answered by an empty one. */
export type ProfileAnswer = { readonly profile?: Profiler.Profile }

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

process.on('message', (order: ProfileOrder) => (order === 'start' ? start() : stop()))
// Nothing is left behind when the bench itself is killed.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
// The channel must not keep the server alive.
process.channel?.unref()
