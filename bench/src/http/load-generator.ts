/** The load generator, a separate process that runs one `LoadJob` at a time. */
import { type HttpCaller, openCaller } from './http-caller.ts'
import { ID_PLACE, type LoadJob, type LoadResult, type Unit } from './load-job.ts'
import { answerQuestions } from './processes.ts'

const ID = /"id":"([^"]+)"/

/** Sends the requests of a unit in sequence. Returns the first status that is not 2xx, or 0. */
function sendUnit(caller: HttpCaller, unit: Unit, onDone: (refusedWith: number) => void): void {
  let place = 0
  const next = (idBefore: string): void => {
    const request = unit[place] as string
    place += 1
    const isLast = place === unit.length
    const text = idBefore === '' ? request : request.replace(ID_PLACE, idBefore)
    caller.send(text, !isLast, ({ status, body }) => {
      if (status < 200 || status > 299) onDone(status)
      else if (isLast) onDone(0)
      else next(ID.exec(body)?.[1] ?? '')
    })
  }
  next('')
}

async function run(job: LoadJob): Promise<LoadResult> {
  const { units, connections, origins, repeat } = job
  const { promise: failed, reject: fail } = Promise.withResolvers<never>()
  // Prevents an unhandled rejection before the promise is awaited.
  failed.catch(() => {})
  const callers = await Promise.all(
    Array.from({ length: connections }, (_, place) =>
      openCaller(origins[place % origins.length] ?? origins[0], fail),
    ),
  )
  const milliseconds: number[] = []
  const refused: Record<string, number> = {}
  let sent = 0
  const cpuBefore = process.cpuUsage()
  const startedAt = performance.now()
  const endsAt = startedAt + job.seconds * 1000

  const keepAsking = (caller: HttpCaller): Promise<void> =>
    new Promise((resolve) => {
      const ask = (): void => {
        const isOver = performance.now() >= endsAt || (!repeat && sent >= units.length)
        if (isOver) {
          resolve()
          return
        }
        const unit = units[sent % units.length] as Unit
        sent += 1
        const askedAt = performance.now()
        sendUnit(caller, unit, (refusedWith) => {
          if (refusedWith === 0) milliseconds.push(performance.now() - askedAt)
          else refused[refusedWith] = (refused[refusedWith] ?? 0) + 1
          ask()
        })
      }
      ask()
    })
  try {
    await Promise.race([Promise.all(callers.map(keepAsking)), failed])
    const seconds = (performance.now() - startedAt) / 1000
    const { user, system } = process.cpuUsage(cpuBefore)
    return {
      seconds,
      milliseconds: Float64Array.from(milliseconds),
      refused,
      cpuMilliseconds: (user + system) / 1000,
    }
  } finally {
    for (const caller of callers) caller.close()
  }
}

answerQuestions(run)
