import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

/**
 * Loaded into each server before its own code. It moves the server's clock when it is told to, plants a bug if one is
 * named, and ends the server when its parent is gone. A server without it knows nothing of all this.
 */

/** What a parent tells a server. */
export interface ClockOrder {
  /** Added to the machine's clock. */
  readonly clockOffsetMilliseconds: number
}

/** A change of one source file while it is loaded. */
export interface PlantedChange {
  /** The end of the file's path. */
  readonly file: string
  /** A text that is in the file exactly once. */
  readonly find: string
  readonly replace: string
}

/** The variable with a `PlantedChange` as JSON. */
export const PLANTED = 'PROVE_PLANTED'

/** The variable with the offset of the clock at the start, in milliseconds. */
export const CLOCK_OFFSET = 'PROVE_CLOCK_OFFSET'

let offsetMilliseconds = Number(process.env[CLOCK_OFFSET] ?? 0)
const machineNow = Date.now
Date.now = () => machineNow() + offsetMilliseconds

process.on('message', (order: ClockOrder) => {
  offsetMilliseconds = order.clockOffsetMilliseconds
  process.send?.(order)
})
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
// The channel must not keep a stopping server alive.
process.channel?.unref()

const planted = process.env[PLANTED]
if (planted !== undefined) plant(JSON.parse(planted) as PlantedChange)

function plant({ file, find, replace }: PlantedChange): void {
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context)
      if (!url.endsWith(file)) return loaded
      const source = readFileSync(new URL(url), 'utf8')
      if (source.split(find).length !== 2) {
        throw new Error(`${file} does not contain the text to change exactly once.`)
      }
      return { ...loaded, source: source.replace(find, () => replace) }
    },
  })
}
