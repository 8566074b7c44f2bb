import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Driver, Reader } from '../../support/browsers/driver.ts'
import type { Visitor } from '../../support/browsers/visitor.ts'

/** The widths of a phone and of a desktop. */
export const WIDTHS = [390, 1280] as const
const FIRST_HEIGHT = 800
const MOST_HEIGHT = 6000

/** A picture that was taken. */
export interface Picture {
  readonly file: string
  readonly title: string
  readonly width: number
  readonly look: string
}

/** Takes pictures of the page that a browser shows. */
export interface Camera {
  /** Takes one at each width, of the whole page, or of the dialog that is open. */
  take(name: string, title: string): Promise<void>
}

/** The page has loaded, and nothing moves or is about to come. */
const IS_STILL = `
return document.readyState === 'complete' && document.querySelector('[aria-busy=true]') === null &&
  document.getAnimations().every((each) => each.playState !== 'running') &&
  [...document.images].every((image) => image.complete)`

/** How high the window must be to show all of the page, or of the dialog that is open. */
const FULL_HEIGHT = `
const dialog = document.querySelector('[role=dialog]')
const boxes = [dialog, ...(dialog ?? document).querySelectorAll('*')]
for (let each = dialog; each; each = each.parentElement) boxes.push(each)
const hidden = boxes.map((each) =>
  each && /auto|scroll/.test(getComputedStyle(each).overflowY) ? each.scrollHeight - each.clientHeight : 0)
const page = dialog === null ? document.documentElement.scrollHeight : 0
return Math.max(page, innerHeight + Math.max(0, ...hidden))`

/** A camera that writes PNG files into a folder and lists them. */
export function cameraOf(
  driver: Driver,
  visitor: Visitor,
  { colorScheme = 'light' }: Reader,
  folder: string,
  pictures: Picture[],
): Camera {
  const isStill = async () => (await driver.execute(IS_STILL)) === true
  return {
    async take(name, title) {
      for (const width of WIDTHS) {
        await driver.resize(width, FIRST_HEIGHT)
        await visitor.waitFor(`${name} stands still`, isStill)
        const height = Number(await driver.execute(FULL_HEIGHT))
        if (height > FIRST_HEIGHT) {
          await driver.resize(width, Math.min(height, MOST_HEIGHT))
          await visitor.waitFor(`${name} stands still`, isStill)
        }
        const file = `${name}-${width}-${colorScheme}.png`
        await writeFile(join(folder, file), await driver.screenshot())
        pictures.push({ file, title, width, look: colorScheme })
      }
      await driver.resize(WIDTHS[1], FIRST_HEIGHT)
      console.log(`${colorScheme}: ${title}`)
    },
  }
}
