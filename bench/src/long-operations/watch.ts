import { setTimeout as sleep } from 'node:timers/promises'
import { Agent, fetch } from 'undici'
import type { Origin } from '../http/load-job.ts'

const PAUSE_MILLISECONDS = 50
/** Longer than any answer takes. */
const LONGEST_MILLISECONDS = 60_000

/** The answers of `/readyz` while something ran, in milliseconds. */
export interface Watched<Value> {
  readonly value: Value
  readonly seconds: number
  readonly milliseconds: readonly number[]
}

/** Asks for `/readyz` every 50 ms while something runs, by connections of its own. A refused or broken call counts as infinite. */
export async function watched<Value>(
  { host, port }: Origin,
  work: () => Promise<Value>,
): Promise<Watched<Value>> {
  const dispatcher = new Agent({ connections: 64 })
  const milliseconds: number[] = []
  const ask = async (): Promise<void> => {
    const startedAt = performance.now()
    const signal = AbortSignal.timeout(LONGEST_MILLISECONDS)
    const isAnswered = await fetch(`http://${host}:${port}/readyz`, { dispatcher, signal }).then(
      async (answer) => {
        await answer.arrayBuffer()
        return answer.ok
      },
      () => false,
    )
    milliseconds.push(isAnswered ? performance.now() - startedAt : Number.POSITIVE_INFINITY)
  }
  const open: Promise<void>[] = []
  const ending = new AbortController()
  const polling = (async () => {
    while (!ending.signal.aborted) {
      // The next one does not wait for the answer: a server that stands still would be asked only once.
      open.push(ask())
      await sleep(PAUSE_MILLISECONDS)
    }
  })()
  const startedAt = performance.now()
  try {
    const value = await work()
    return { value, seconds: (performance.now() - startedAt) / 1000, milliseconds }
  } finally {
    ending.abort()
    await polling
    await Promise.all(open)
    await dispatcher.close()
  }
}
