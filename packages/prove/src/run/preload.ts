import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { Socket } from 'node:net'
import {
  CLOCK_OFFSET,
  type ClockOrder,
  OFFLINE,
  PLANTED,
  type PlantedChange,
} from './preload-settings.ts'

/**
 * Loaded into each server before its own code. It moves the server's clock on command, plants a bug if one is
 * named, keeps it from the network if asked to, and ends the server when its parent is gone. A server without it knows nothing of all this.
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

if (process.env[OFFLINE] !== undefined) stayOnThisMachine()

/** Every connection that leaves this machine fails, so what a store asks for (webhooks, calendars, payments) reaches nobody. */
function stayOnThisMachine(): void {
  const connect = Socket.prototype.connect
  Socket.prototype.connect = function (this: Socket, ...given: unknown[]) {
    // Node passes its own list of [options, callback].
    const [first] = given.flat() as readonly { readonly host?: string; readonly path?: string }[]
    const isHere = first?.path !== undefined || /^(?:127\.|localhost$|::1$)/.test(first?.host ?? '')
    if (isHere) return Reflect.apply(connect, this, given)
    const refused = Object.assign(new Error('This run has no network.'), { code: 'ENETUNREACH' })
    return this.destroy(refused)
  }
}

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
