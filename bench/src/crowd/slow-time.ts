/**
 * Loaded by a server before everything else: its clock and its timers run some times slower. So a machine that is
 * too small or too busy for a load measures what one that is so many times faster would.
 */
import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers/promises'

const factor = Number(process.env.BENCH_SLOW)

const { now } = performance
performance.now = () => now.call(performance) / factor

const wait = globalThis.setTimeout
globalThis.setTimeout = Object.assign(
  (run: (...given: unknown[]) => void, milliseconds = 0, ...given: unknown[]) =>
    wait(run, milliseconds * factor, ...given),
  { __promisify__: wait.__promisify__ },
) as typeof setTimeout

const sleep = timers.setTimeout
timers.setTimeout = (milliseconds = 0, value, options) =>
  sleep(milliseconds * factor, value, options)
syncBuiltinESMExports()
