import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/**
 * Axe on a page. It runs in the page alone: else it opens a second page to merge the results of frames,
 * of which our pages have none. It describes violations only, not everything that passed.
 */
export async function axeOn(page: Page): Promise<AxeBuilder> {
  expect(page.frames()).toHaveLength(1)
  return new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
}

/** Expects that axe finds nothing serious on a page. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await (await axeOn(page)).analyze()
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  expect(serious.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).toEqual([])
}
