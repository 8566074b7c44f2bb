/** A load generator that sends requests at a steady rate, however long the answers take. */
import { type HttpCaller, openCaller } from '../http/http-caller.ts'
import type { Origin } from '../http/load-job.ts'
import { answerQuestions } from '../http/processes.ts'

/** A stretch of load at a steady rate. */
export interface RateJob {
  readonly origin: Origin
  readonly perSecond: number
  /** Raw requests, each sent once. */
  readonly requests: readonly string[]
  /** The most open requests. Further ones wait, and their time counts from when they were due. */
  readonly connections: number
}

/** The result of a stretch. */
export interface RateResult {
  /** From the first request to the last answer. */
  readonly seconds: number
  /** Milliseconds of each request that was answered with 2xx, from when it was due. */
  readonly milliseconds: Float64Array
  /** Answers other than 2xx, by status. */
  readonly refused: Readonly<Record<string, number>>
}

const PAUSE_MILLISECONDS = 1

async function run({ origin, perSecond, requests, connections }: RateJob): Promise<RateResult> {
  const { promise: failed, reject: fail } = Promise.withResolvers<never>()
  // Prevents an unhandled rejection before the promise is awaited.
  failed.catch(() => {})
  const callers = await Promise.all(
    Array.from({ length: connections }, () => openCaller(origin, fail)),
  )
  const free: HttpCaller[] = [...callers]
  const milliseconds: number[] = []
  const refused: Record<string, number> = {}
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  let sent = 0
  let answered = 0
  const startedAt = performance.now()
  const dueAt = (place: number): number => startedAt + (place / perSecond) * 1000

  const send = (caller: HttpCaller): void => {
    const askedAt = dueAt(sent)
    const request = requests[sent] as string
    sent += 1
    caller.send(request, false, ({ status }) => {
      answered += 1
      if (status >= 200 && status <= 299) milliseconds.push(performance.now() - askedAt)
      else refused[status] = (refused[status] ?? 0) + 1
      free.push(caller)
      if (answered === requests.length) end()
      else sendDue()
    })
  }
  const sendDue = (): void => {
    while (sent < requests.length && dueAt(sent) <= performance.now()) {
      // In turn, since the server closes a connection that is idle for seconds.
      const caller = free.shift()
      if (caller === undefined) return
      send(caller)
    }
  }
  const timer = setInterval(sendDue, PAUSE_MILLISECONDS)
  try {
    await Promise.race([ended, failed])
    const seconds = (performance.now() - startedAt) / 1000
    return { seconds, milliseconds: Float64Array.from(milliseconds), refused }
  } finally {
    clearInterval(timer)
    for (const caller of callers) caller.close()
  }
}

answerQuestions(run)
