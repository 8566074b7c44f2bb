import { dayAfter } from '../../months/support/wall-times.ts'
import type { Driver } from '../../support/browsers/driver.ts'
import type { Visitor } from '../../support/browsers/visitor.ts'
import type { Camera } from './camera.ts'
import { day, type StayWorld } from './stay-world.ts'

/** A browser with its visitor and camera, and what it visits. */
export interface Tour {
  readonly driver: Driver
  readonly visitor: Visitor
  readonly camera: Camera
  readonly url: string
  /** Of guests' pages, such as `de`. */
  readonly language: string
  readonly world: StayWorld
  /** The address of a page of another site that embeds a room. */
  readonly siteUrl: string
}

/** The days of which there is a button to press, in the pickers of dates. */
const dayButton = (date: string): string => `button[data-date="${date}"]:not([aria-disabled=true])`
const SUBMIT = 'form button[type=submit]'

/** Finds things without reading them, so that a tour works in each language. */
export function handsOf({ driver, visitor }: Pick<Tour, 'driver' | 'visitor'>) {
  /** Does something with the nth of the elements that a selector finds, as soon as it is there. */
  const withElement = (css: string, nth: number, act: (element: unknown) => Promise<void>) =>
    visitor.waitFor(`there is ${css}`, async () => {
      const element = await driver.execute(
        `const found = document.querySelectorAll(arguments[0])[${nth}] ?? null
        found?.scrollIntoView({ block: 'center', behavior: 'instant' })
        return found`,
        css,
      )
      if (element === null) return false
      await act(element)
      return true
    })
  return {
    wait: (css: string) => withElement(css, 0, async () => {}),
    tap: (css: string, nth = 0) => withElement(css, nth, (element) => driver.click(element)),
    type: (css: string, text: string, nth = 0) =>
      withElement(css, nth, (element) => driver.type(element, text)),
    /** Chooses the nth option of a list. */
    choose: (css: string, nth: number) =>
      withElement(css, 0, async () => {
        await driver.execute(
          `const list = document.querySelector(arguments[0])
          list.selectedIndex = ${nth}
          list.dispatchEvent(new Event('change', { bubbles: true }))`,
          css,
        )
      }),
  }
}

/** The pages on which guests look for a stay. */
async function search(tour: Tour): Promise<void> {
  const { visitor, camera, url, language, world } = tour
  const { wait } = handsOf(tour)
  const { monday, inn, villageId } = world
  const open = (propertyId: string, query: string) =>
    visitor.open(`${url}/stays/${propertyId}?lang=${language}${query}`)
  await open(inn.propertyId, '')
  await wait('input[type=date]')
  await camera.take('guest-01-search', 'Search page, before a search')
  const dates = `&arrival=${monday}&departure=${dayAfter(monday, 4)}`
  await open(inn.propertyId, `${dates}&adults=2&childAges=7`)
  await wait('a[href*="ratePlanId"]')
  await camera.take('guest-02-results', 'Search page: what is free, with plans side by side')
  await open(inn.propertyId, `&arrival=${day(-9)}&departure=${day(-7)}`)
  await wait('[role=alert], h2')
  await camera.take('guest-03-nothing', 'Search page: nothing is free')
  await open(villageId, `&arrival=${day(20)}&departure=${day(320)}`)
  await wait('a[href*="/cottage"]')
  await camera.take('guest-04-village', 'Search page: more than 100 months of units')
}

/** From the page of a room to the paid stay. */
async function bookRoom(tour: Tour): Promise<void> {
  const { visitor, camera, url, language, world } = tour
  const { wait, tap, type, choose } = handsOf(tour)
  const { monday, inn } = world
  const [flexible] = inn.doubles.plans
  const room = `${url}/room-1/double-room?lang=${language}`
  await visitor.open(room)
  await wait('button[data-date]')
  await camera.take('guest-05-room', 'A type of rooms')
  const dates = `arrival=${dayAfter(monday, 7)}&departure=${dayAfter(monday, 11)}`
  await visitor.open(`${room}&${dates}&adults=2&childAges=7&ratePlanId=${flexible?.id}`)
  await wait('input[type=radio]')
  await tap('input[type=checkbox]')
  await camera.take('guest-06-plans', 'Plans, extras, and the price by night and line')
  await tap('main button[class*=primary]')
  await type('input[name=name]', 'Grace Hopper')
  await type('input[name=email]', 'grace@example.com')
  await camera.take('guest-07-details', 'Details and questions')
  await tap(SUBMIT)
  await camera.take('guest-08-missing', 'A required answer is missing')
  await choose('form select', 2)
  await tap(SUBMIT)
  await wait('form[action*="simulated-payments"] button')
  await camera.take('guest-09-payment', 'Payment, simulated')
  await tap('form[action*="simulated-payments"] button')
  await wait('a[href*="/manage/"]')
  await camera.take('guest-10-confirmed', 'The confirmation')
  await tap('a[href*="/manage/"]')
  await manage(tour)
}

/** What a guest does by the link in the email. */
async function manage(tour: Tour): Promise<void> {
  const { camera, world } = tour
  const { wait, tap } = handsOf(tour)
  const { monday } = world
  await wait('main button[class*=danger]')
  await camera.take('guest-11-manage', 'The page of a stay')
  await tap('main button:has(+ button[class*=danger])')
  await tap(dayButton(dayAfter(monday, 8)))
  await tap(dayButton(dayAfter(monday, 13)))
  await camera.take('guest-12-dates', 'Other dates')
  await tap('main button[class*=primary]')
  await wait('[role=alert]')
  await camera.take('guest-13-new-price', 'Other dates: the new price')
  await tap('main button[class*=secondary]')
  await tap('main button[class*=danger]')
  await wait('textarea')
  await camera.take('guest-14-cancel', 'Cancelling, with what comes back')
  await tap('main button[class*=danger]')
  await wait('main h2')
  await camera.take('guest-15-cancelled', 'A cancelled stay')
}

/** From the search of a large party to several rooms that are paid together. */
async function bookRooms(tour: Tour): Promise<void> {
  const { visitor, camera, url, language, world } = tour
  const { wait, tap, type, choose } = handsOf(tour)
  const { monday, inn } = world
  const dates = `arrival=${dayAfter(monday, 21)}&departure=${dayAfter(monday, 24)}`
  await visitor.open(`${url}/stays/${inn.propertyId}?lang=${language}&${dates}&adults=7`)
  await tap('main button[class*=secondary]')
  await choose('main li select[aria-label]', 2)
  await wait('main ol')
  await camera.take('guest-18-rooms', 'Search page: several rooms, and who sleeps where')
  await tap('main a[href*="room="]')
  await wait('main ol table')
  await camera.take('guest-19-review', 'Several rooms, before they are held')
  await tap('main button[class*=primary]')
  await type('input[name=name]', 'Emmy Noether')
  await type('input[name=email]', 'emmy@example.com')
  await camera.take('guest-20-rooms-details', 'Details for several rooms')
  await choose('form select', 2)
  await tap(SUBMIT)
  await tap('form[action*="simulated-payments"] button')
  await wait('a[href*="/manage/"]')
  await camera.take('guest-21-rooms-confirmed', 'The confirmation of several rooms')
  await tap('a[href*="/manage/"]')
  await wait('main button[class*=danger]')
  await camera.take('guest-22-rooms-manage', 'The page of several rooms')
}

/** A request for a room that the house approves. */
async function ask(tour: Tour): Promise<void> {
  const { visitor, camera, url, language, world } = tour
  const { wait, tap, type } = handsOf(tour)
  const dates = `arrival=${dayAfter(world.monday, 15)}&departure=${dayAfter(world.monday, 19)}`
  await visitor.open(`${url}/room-6/family-room?lang=${language}&${dates}&adults=2&childAges=4`)
  await tap('main button[class*=primary]')
  await type('input[name=name]', 'Hedy Lamarr')
  await type('input[name=email]', 'hedy@example.com')
  await tap(SUBMIT)
  await wait('a[href*="/manage/"]')
  await camera.take('guest-16-requested', 'A request was sent')
}

/** More than the page has while it loads. */
const FRAME_MIN_HEIGHT = 600
/** The script puts the frame into a shadow. */
const FRAME_HEIGHT = `
const roots = [...document.querySelectorAll('*')].map((each) => each.shadowRoot ?? document)
return Math.max(...roots.map((root) => root.querySelector('iframe')?.offsetHeight ?? 0))`

async function embedded({ visitor, camera, siteUrl, language, driver }: Tour): Promise<void> {
  await visitor.open(`${siteUrl}?lang=${language}`)
  await visitor.waitFor('the frame has its height', async () => {
    const height = await driver.execute(FRAME_HEIGHT)
    return Number(height) > FRAME_MIN_HEIGHT
  })
  await camera.take('guest-17-embedded', 'A room on the site of the house')
}

/** Shows all that guests see. */
export async function tourOfGuest(tour: Tour): Promise<void> {
  await search(tour)
  await bookRoom(tour)
  await bookRooms(tour)
  await ask(tour)
  await embedded(tour)
}
