import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { CLOCK_OFFSET, type ClockOrder, PLANTED, type PlantedChange } from './preload-settings.ts'

/**
 * Loaded into each server before its own code. It moves the server's clock on command, plants a bug if one is
 * named, and ends the server when its parent is gone. A server without it knows nothing of all this.
 */

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
