/**
 * Plays an owner's first day and the work of a receptionist in each browser engine that is installed, the latter with 30 colleagues and
 * some 2,800 bookings in four weeks, and prints how long each step takes, from the first press to its outcome on the screen:
 *
 *     npm run bench:desk -- [--pictures <folder>]
 *
 * With a folder, it keeps a picture of what each step ends with, in each engine.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureBuilt } from '@holdfast/web/build'
import { launchBrowser } from '../../support/browser.ts'
import { startChromium } from '../../support/browsers/chromium.ts'
import type { Driver } from '../../support/browsers/driver.ts'
import { HAS_FIREFOX, startFirefox } from '../../support/browsers/firefox.ts'
import { type Visitor, visitorOf } from '../../support/browsers/visitor.ts'
import { HAS_WEBKIT, startWebKit } from '../../support/browsers/webkit.ts'
import { type ServerHere, startServerHere } from '../../support/server-here.ts'
import { signInByKey } from '../support/sign-in-by-key.ts'
import { type DeskWorld, makeDeskWorld } from './desk-world.ts'

/** A Chromium of its own: that of the tests does not optimize. */
async function startOwnChromium(): Promise<Driver> {
  const browser = await launchBrowser()
  const driver = await startChromium(async () => browser)
  return { ...driver, quit: () => browser.close() }
}

const ENGINES: readonly (readonly [string, boolean, () => Promise<Driver>])[] = [
  ['Chromium', true, startOwnChromium],
  ['Firefox', HAS_FIREFOX, startFirefox],
  ['WebKit', HAS_WEBKIT, startWebKit],
]

/** A time, in 24 or 12 hours. */
const TIME = /\b\d?\d:\d\d/

const { pictures } = parseArgs({ options: { pictures: { type: 'string' } } }).values

type Step = readonly [name: string, play: () => Promise<void>]

/** How an owner with an empty account comes to the first booking. */
const firstDayOf = (visitor: Visitor, url: string): readonly Step[] => [
  [
    'set up a dental practice by samples',
    async () => {
      await visitor.open(`${url}/dashboard/first-day`)
      await visitor.click('button', /^Dentist$/)
      await visitor.fill(/^Who can be booked\?/, 'Dr. Ada Berger')
      await visitor.click('button', /^Set this up$/)
      await visitor.see(/3 of 4 done/)
    },
  ],
  [
    'make the first booking',
    async () => {
      await visitor.click('button', /^New booking$/)
      await visitor.click('button', TIME)
      await visitor.fill(/^Booker's name/, 'Grace Hopper')
      await visitor.click('button', /^Book$/)
      await visitor.see(/All set/)
    },
  ],
]

/** What a receptionist does again and again, in the order of a morning. */
function stepsOf(visitor: Visitor, url: string, { caller, next }: DeskWorld): readonly Step[] {
  return [
    [
      'open the calendar',
      async () => {
        await visitor.open(`${url}/dashboard`)
        await visitor.see(/Drag a booking to move it/)
      },
    ],
    [
      'show the next day of all 31',
      async () => {
        await visitor.click('button', /^Providers$/)
        await visitor.click('button', /^Next/)
        await visitor.see(/Adler/)
      },
    ],
    [
      'find a caller by some digits of their number',
      async () => {
        await visitor.click('button', /^Search/)
        await visitor.fill(/^Search$/, caller.digits)
        await visitor.click('option', new RegExp(`^${caller.name}`))
        await visitor.see(/Next bookings/)
      },
    ],
    [
      'book the next free time for them',
      async () => {
        await visitor.click('button', /^Book$/)
        await visitor.see(/Next available times/)
        await visitor.click('button', TIME)
        await visitor.click('button', /^Book$/)
        await visitor.see(/Booked for/)
      },
    ],
    [
      'book somebody who stands at the desk',
      async () => {
        await visitor.click('link', /^Bookings$/)
        await visitor.click('button', /^Walk-in$/)
        await visitor.see(/Dr\. \d\d · Visit/)
        await visitor.click('button', /^Book$/)
        // The dialog has closed: an earlier booking may still be announced.
        await visitor.see(/^(?![\s\S]*Press Enter to book it)[\s\S]*Booked for/)
      },
    ],
    [
      'find a booking by two letters of each name',
      async () => {
        await visitor.click('button', /^Search/)
        await visitor.fill(/^Search$/, 'no nex')
        await visitor.click('option', new RegExp(`^${next.name} ?Confirmed`))
        await visitor.see(/Check in/)
      },
    ],
    [
      'check them in',
      async () => {
        await visitor.click('button', /^Check in$/)
        await visitor.see(/Arrived/)
      },
    ],
    [
      'move them to another time',
      async () => {
        await visitor.click('button', /^Reschedule$/)
        await visitor.click('button', TIME)
        await visitor.click('button', /^Move booking$/)
        await visitor.see(/Moved to|Undo/)
      },
    ],
    [
      'list the bookings of the next days',
      async () => {
        await visitor.open(`${url}/dashboard/bookings`)
        await visitor.see(/Nora Nextfield|Adler/)
      },
    ],
  ]
}

/** The milliseconds of each step in one engine. */
async function play(
  server: ServerHere,
  engine: string,
  start: () => Promise<Driver>,
): Promise<ReadonlyMap<string, number>> {
  const driver = await start()
  try {
    const visitor = visitorOf(driver)
    const url = server.url.replace('127.0.0.1', 'localhost')
    const times = new Map<string, number>()
    const time = async (steps: readonly Step[]) => {
      for (const [name, step] of steps) {
        const from = performance.now()
        await step()
        times.set(name, Math.round(performance.now() - from))
        if (pictures === undefined) continue
        const number = String(times.size).padStart(2, '0')
        const file = `${number}-${name.replaceAll(/\W+/g, '-')}-${engine.toLowerCase()}.png`
        await writeFile(join(pictures, file), await driver.screenshot())
      }
    }
    await signInByKey(visitor, url)
    await time(firstDayOf(visitor, url))
    // The open dashboard follows each of the bookings that are made now.
    const world = await makeDeskWorld(server.api)
    console.log(`${engine}: a receptionist with ${world.bookings} bookings`)
    await time(stepsOf(visitor, url, world))
    return times
  } finally {
    await driver.quit()
  }
}

await ensureBuilt()
if (pictures !== undefined) await mkdir(pictures, { recursive: true })
const rows: Record<string, Record<string, number>> = {}
for (const [engine, isThere, start] of ENGINES) {
  if (!isThere) {
    console.log(`not run: ${engine} is not installed`)
    continue
  }
  const server = await startServerHere()
  try {
    for (const [step, time] of await play(server, engine, start)) {
      rows[step] = { ...rows[step], [`${engine} ms`]: time }
    }
  } finally {
    await server.stop()
  }
}
console.table(rows)
