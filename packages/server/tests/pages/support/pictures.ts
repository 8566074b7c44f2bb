import { mkdirSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Takes a picture of the whole page into the folder that `HOLDFAST_PICTURES` names; nothing without it. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  const folder = process.env.HOLDFAST_PICTURES
  if (folder === undefined) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}

const OVERFLOWS = 'document.documentElement.scrollWidth > innerWidth'

/**
 * Takes pictures of the page on a desk and on a phone, light and dark, into the folder that `HOLDFAST_PICTURES` names; nothing
 * without it. Nothing may be wider than the window.
 */
export async function keepPictures(page: Page, name: string): Promise<void> {
  if (process.env.HOLDFAST_PICTURES === undefined) return
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await keepPicture(page, `${name}-${width}-${colorScheme}`)
      expect(await page.evaluate(OVERFLOWS), `${name} overflows at ${width} pixels`).toBe(false)
    }
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1280, height: 720 })
}
