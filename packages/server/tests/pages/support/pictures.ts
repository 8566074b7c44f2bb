import { mkdirSync } from 'node:fs'
import type { Page } from 'playwright-core'

/** Takes a picture of the whole page into the folder that `HOLDFAST_PICTURES` names; nothing without it. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  const folder = process.env.HOLDFAST_PICTURES
  if (folder === undefined) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}
